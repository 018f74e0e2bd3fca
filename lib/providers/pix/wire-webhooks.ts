import 'server-only';
import { layersOf, listOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { flag, instant, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** Registered webhooks and document 3's ownership check: every spelling this product reads. */

const WEBHOOK = {
  id: text('webhookId', '_id', 'uuid'),
  url: text('webhookUrl', 'endpoint', 'targetUrl', 'callbackUrl', 'uri', 'address'),
  active: flag('isActive', 'enabled', 'isEnabled'),
  status: text('state', 'webhookStatus'),
  events: raw('eventTypes', 'subscribedEvents', 'eventNames', 'topics', 'subscriptions'),
  hasSecret: flag('signed', 'isSigned', 'secretConfigured', 'hasSigningSecret', 'secretDefined'),
  createdAt: instant('creationDate', 'created', 'registeredAt'),
  updatedAt: instant('updateDate', 'updated', 'modifiedAt'),
};
const readWebhookFields = objectReader(WEBHOOK);
const readEvent = objectReader({ name: text('event', 'eventType', 'type', 'id') });
export type WireWebhook = Omit<ReadObject<typeof WEBHOOK>, 'known'> & {
  /** Null where the answer does not tell. */
  events: string[] | null;
};

const CHECK = {
  webhookId: text('id'),
  url: text('webhookUrl', 'endpoint'),
  status: text('state', 'checkStatus', 'verificationStatus', 'result'),
  verified: flag('isVerified', 'passed', 'success'),
  detail: text('reason', 'message', 'failureReason', 'details', 'error'),
  checkedAt: instant('verifiedAt', 'lastCheckedAt', 'lastCheckAt', 'updatedAt'),
};
const readCheckFields = objectReader(CHECK, ['webhook']);
export type WireCheck = ReadObject<typeof CHECK>['fields'];

/** GET /user/webhooks. What has no id is shown, though it cannot be changed. */
export function readWebhooks(json: unknown): WireWebhook[] {
  const { rows } = listOf(json, ['webhooks', 'endpoints', 'hooks']);
  return rows.map(asWebhook);
}

/** One webhook, as registering, reading and editing answer it. */
export function readWebhook(json: unknown): WireWebhook {
  const [found] = layersOf(json, ['webhook', 'webhooks', 'endpoint'])
    .map((object) => ({ object, read: readWebhookFields(object) }))
    .filter(({ read }) => read.fields.id !== null)
    .sort((a, b) => b.read.known - a.read.known);
  if (found === undefined) throw new UnreadableAnswer('webhook');
  return asWebhook(found.object);
}

function asWebhook(object: Record<string, unknown>): WireWebhook {
  const { fields, other } = readWebhookFields(object);
  return { fields, other, events: eventsOf(fields.events) };
}

/** A list of names or of objects that have one, or comma-separated text; `*` and ALL are every event: []. */
function eventsOf(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) return null;
  const names = list.flatMap((one) => {
    const [object] = layersOf(one);
    const name = typeof one === 'string' ? one.trim() : object && readEvent(object).fields.name;
    return name === undefined || name === null || name === '' ? [] : [name];
  });
  return names.some((name) => /^(\*|all)$/i.test(name)) ? [] : names;
}

/** GET and POST /sandbox/webhooks/{id}/challenge. */
export function readCheck(json: unknown): WireCheck {
  const [found] = layersOf(json, ['challenge', 'check', 'ownership', 'verification'])
    .map(readCheckFields)
    .filter(({ fields }) => fields.status !== null || fields.verified !== null)
    .sort((a, b) => b.known - a.known);
  if (found === undefined) throw new UnreadableAnswer('ownership check');
  return found.fields;
}
