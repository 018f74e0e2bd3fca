import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { withoutSecrets } from '#lib/providers/client/secrets.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import type { Listed } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { asAsked, derivedId, hasId, type Must, wholeList } from '#lib/providers/rows.ts';
import { best, listOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Registered endpoints, of which documents 1 and 2 show a part: one reader for both. */

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

/** A webhook without an id is shown, though it cannot be changed. */
export function webhooksIn(json: unknown): Listed<Webhook> {
  const { rows, ...said } = listOf(json, ['webhooks', 'endpoints', 'hooks']);
  const items = rows.map((row) => toWebhook(read.row(row)));
  return wholeList(items, WEBHOOK_MUST, said);
}

/** One, as registering, reading and editing answer it; `asked`: the id that was read by. */
export function webhookIn(json: unknown, asked: string | null = null): Webhook {
  const fits = ({ fields }: Wire) => fields.id !== null || (asked !== null && fields.url !== null);
  const found = best(unwrapLayers(json, [...OWN, 'webhooks']), read, fits, [
    'webhook',
    { id: ({ fields }) => fields.id !== null },
  ]);
  return toWebhook(asked === null ? found : asAsked(found, asked));
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

/** A list of names or of objects that have one, or comma-separated text; `*` and ALL are every event: []. */
function eventsIn(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const names = list.flatMap((one) => {
    const [object] = unwrapLayers(one);
    const name = typeof one === 'string' ? one.trim() : object && readEvent(object).fields.name;
    return name === undefined || name === null || name === '' ? [] : [name];
  });
  return names.some((name) => /^(\*|all)$/i.test(name)) ? [] : names;
}

/** A service may show the secret itself, or its mask, instead of saying that there is one. */
function namesSecret(other: Record<string, unknown>): true | null {
  const hidden = Object.keys(other).filter((key) => !(key in withoutSecrets(other)));
  return hidden.some((key) => typeof other[key] === 'string' && other[key] !== '') ? true : null;
}

/**
 * Webhook that a registration made. An answer with the secret and no id is the only one that shows the
 * secret: Guichê reads the list at once and takes the id by the address. Throws UnreadableAnswer when the
 * list does not tell it either.
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
