import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { type AdapterDeps, absentFor, after, ended } from '#lib/providers/client/adapter-deps.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, plainKey, type ReadObject } from '#lib/providers/fields.ts';
import type { Call, Change, Listed, Outcome, ProviderPort } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { derivedId, hasId, type Must, wholeList, withRequestedId } from '#lib/providers/rows.ts';
import { best, rowsOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Wraps issued secrets in a Secret, so that nothing that prints or stores an answer shows them. */

const NAMES = means.SECRETS.map(plainKey);
const INSIDE = means.INSIDE_A_SECRET;
const WRAPPERS = ['webhook', 'callback', 'credentials'];
const SHORTEST = 8;

/** The secret in an answer, next to the record or inside it; null when there is none. */
export function secretIn(json: unknown): Secret | null {
  if (isSecret(json)) return new Secret(json);
  const layers = unwrapLayers(json, WRAPPERS);
  for (const name of NAMES)
    for (const layer of layers)
      for (const [key, value] of Object.entries(layer)) {
        if (plainKey(key) !== name) continue;
        const found = isObject(value) ? insideOf(value) : value;
        if (isSecret(found)) return new Secret(found);
      }
  return null;
}

function insideOf(object: Record<string, unknown>): unknown {
  const names = [...INSIDE, ...NAMES];
  return Object.entries(object).find(([key, value]) => names.includes(plainKey(key)) && isSecret(value))?.[1];
}

/** Excludes words like `true` and masked secrets. */
const isSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= SHORTEST && !/\s|\*{2}|•|\.{3}|…/.test(value);

/** Fields that Guichê does not know, without those that may hold a credential. */
export function withoutSecrets(other: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(other).flatMap(([key, value]) => {
      if (/secret|signingkey|signaturekey|hmac|token|password|credential/.test(plainKey(key))) return [];
      if (Array.isArray(value))
        return [[key, value.map((one) => (isObject(one) ? withoutSecrets(one) : one))]];
      return [[key, isObject(value) ? withoutSecrets(value) : value]];
    }),
  );
}

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
  const { rows, ...counts } = rowsOf(json, ['webhooks', 'endpoints', 'hooks'], read.row);
  return wholeList(rows.map(toWebhook), WEBHOOK_MUST, counts);
}

/** Reads one webhook from an answer. `requestedId`: the id it was read by. */
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

/** Names in a list, in objects, or separated by commas. `*` and ALL mean every event: []. */
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

type Webhooks = NonNullable<ProviderPort['webhooks']>;

type Sent = Promise<Outcome<Answer>>;
/** How one document sends the calls of its webhooks. */
type Routes = {
  list: (call: Call) => Promise<Answer>;
  register: (json: object, change: Change) => Sent;
  edit: (id: string, json: object, change: Change) => Sent;
  remove: (id: string, change: Change) => Sent;
};

/** The members that documents 1 and 2 share. `complete` adds what a document states about every webhook. */
export function webhookMembers(
  { readable, now }: AdapterDeps,
  routes: Routes,
  complete: (webhook: Webhook) => Webhook = (webhook) => webhook,
) {
  const absent = absentFor(now);
  const list: Webhooks['list'] = (call) =>
    absent(async () => {
      const { json } = await routes.list(call);
      return readable(() => {
        const listed = webhooksIn(json);
        return { ...listed, items: listed.items.map(complete) };
      });
    });
  const readOne = (json: unknown) => complete(webhookIn(json));
  return {
    list,
    inList: async (id: string, call: Call) => (await list(call))?.items.find((one) => one.id === id) ?? null,
    async register(
      body: { url: string; events: readonly string[]; generateSecret?: boolean },
      change: Change,
    ) {
      return ended(readable, await routes.register(body, change), async ({ json }) => {
        const secret = secretIn(json);
        const listed = () => list(after(change));
        const webhook = await toRegisteredWebhook(() => readOne(json), body.url, listed);
        return { webhook: secret === null ? webhook : { ...webhook, hasSecret: true }, secret };
      });
    },
    /** `unanswered` reads the webhook if the answer has none: a service may send nothing or a sentence. */
    async edit(id: string, body: object, change: Change, unanswered: () => Promise<Webhook>) {
      return ended(readable, await routes.edit(id, body, change), ({ json }) =>
        json !== null && JSON.stringify(json).includes('"url"') ? readOne(json) : unanswered(),
      );
    },
    async remove(id: string, change: Change) {
      return ended(readable, await routes.remove(id, change), () => null);
    },
  };
}

/** The new secret that a change answers with. */
export async function newSecret({ readable }: AdapterDeps, sent: Sent): Promise<Outcome<Secret>> {
  return ended(readable, await sent, ({ json }) => {
    const secret = secretIn(json);
    if (secret === null) throw new UnreadableAnswer('secret');
    return secret;
  });
}

/**
 * The registered webhook. The answer may have its secret but no id, and no later answer shows the secret:
 * Guichê then finds the webhook by its URL. Throws UnreadableAnswer if it is not in the list.
 */
async function toRegisteredWebhook(
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
