import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { withoutSecrets } from '#lib/providers/client/secrets.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { derivedId, hasId, type Must, wholeList, withRequestedId } from '#lib/providers/rows.ts';
import { best, listOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Reader of registered endpoints, shared by documents 1 and 2, which show only some of the fields. */

const WEBHOOK = {
  id: means.id(),
  url: means.url('webhookUrl', 'callbackUrl'),
  active: means.active(),
  status: means.state(),
  events: means.events(),
  hasSecret: means.signed(),
  createdAt: means.made('registeredAt'),
  updatedAt: means.changed(),
};
const OWN = ['webhook', 'endpoint', 'hook'];
const read = objectReader(WEBHOOK, OWN);
const readEvent = objectReader({ name: means.event('type', 'id', 'name') });
type Wire = ReadObject<typeof WEBHOOK>;

const WEBHOOK_MUST: Must<Webhook> = { id: hasId, url: ({ url }) => url !== null };

/** Reads a list. A webhook without an id is listed, though it cannot be changed. */
export function webhooksIn(json: unknown): Listed<Webhook> {
  const { rows, ...said } = listOf(json, ['webhooks', 'endpoints', 'hooks']);
  const items = rows.map((row) => toWebhook(read.row(row)));
  return wholeList(items, WEBHOOK_MUST, said);
}

/**
 * Reads one webhook from the answer to a registration, a read or an edit. `requestedId`: the id it was read
 * by.
 */
export function webhookIn(json: unknown, requestedId: string | null = null): Webhook {
  const fits = ({ fields }: Wire) => fields.id !== null || (requestedId !== null && fields.url !== null);
  const found = best(unwrapLayers(json, [...OWN, 'webhooks']), read, fits, [
    'webhook',
    { id: ({ fields }) => fields.id !== null },
  ]);
  return toWebhook(requestedId === null ? found : withRequestedId(found, requestedId));
}

const ON = /^(active|enabled|on)$/i;
const OFF = /^(inactive|disabled|paused|off|suspended)$/i;

function toWebhook({ fields, other }: Wire): Webhook {
  const { status, events, ...same } = fields;
  const word = status === null ? null : ON.test(status) ? true : OFF.test(status) ? false : null;
  return {
    ...same,
    id: fields.id ?? derivedId({ fields, other }),
    active: fields.active ?? word,
    events: eventsIn(events),
    hasSecret: fields.hasSecret ?? namesSecret(other),
    other: withoutSecrets({
      ...(plainJson(other) as Record<string, unknown>),
      ...(status === null ? {} : { status }),
    }),
  };
}

/**
 * Accepts a list of names, a list of objects with a name, or comma-separated text. `*` and ALL mean every
 * event: [].
 */
function eventsIn(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const names = list.flatMap((one) => {
    const [object] = unwrapLayers(one);
    const name = typeof one === 'string' ? one.trim() : object && readEvent(object).fields.name;
    return name === undefined || name === null || name === '' ? [] : [name];
  });
  return names.some((name) => /^(\*|all)$/i.test(name)) ? [] : names;
}

/** Whether the record has the secret or its mask. A service may send that instead of a flag. */
function namesSecret(other: Record<string, unknown>): true | null {
  const hidden = Object.keys(other).filter((key) => !(key in withoutSecrets(other)));
  return hidden.some((key) => typeof other[key] === 'string' && other[key] !== '') ? true : null;
}

/**
 * The webhook that a registration created. Its answer may hold the secret but no id, and no later answer
 * shows the secret, so Guichê finds the webhook in the list by its URL. Throws UnreadableAnswer if it is not
 * in the list.
 */
export async function toRegisteredWebhook(
  read: () => Webhook,
  url: string,
  list: () => Promise<Listed<Webhook> | null>,
): Promise<Webhook> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    const listed = await ifAnswered(list()).catch(() => null);
    const same = listed?.items.findLast((one) => one.url !== null && sameAddress(one.url, url));
    if (same === undefined) throw error;
    return same;
  }
}

const sameAddress = (one: string, other: string) =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
