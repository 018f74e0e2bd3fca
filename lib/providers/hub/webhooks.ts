import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { type AdapterDeps, absentFor, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { secretIn } from '#lib/providers/client/secrets.ts';
import { toRegisteredWebhook, webhookIn, webhooksIn } from '#lib/providers/client/webhook-fields.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';
import { after, withoutUndefined } from '#lib/providers/hub/adapter-deps.ts';
import type { Call, Listed, Outcome, ProviderPort } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

const PATH = '/transactions/webhooks';
type Webhooks = NonNullable<ProviderPort['webhooks']>;
type Patch = Parameters<Webhooks['edit']>[1];

/** Document 2, webhook endpoints. The secret is returned at registration and never again. */
export function webhooksOf(deps: AdapterDeps): Webhooks {
  const { client, readable } = deps;
  const absent = absentFor(deps.now);
  const list = (call: Call): Promise<Listed<Webhook> | null> =>
    absent(async () => {
      const { json } = await client.read(PATH, {}, call);
      return readable(() => {
        const listed = webhooksIn(json);
        return { ...listed, items: listed.items.map(withSecret) };
      });
    });
  const get = async (id: string, call: Call) =>
    (await list(call))?.items.find((one) => one.id === id) ?? null;
  return {
    list,
    get,
    async register({ url, events }, change) {
      const outcome = await client.change('POST', PATH, { json: { url, events } }, change);
      return ended(readable, outcome, async ({ json }) => {
        const secret = secretIn(json);
        const webhook = await toRegisteredWebhook(
          () => withSecret(webhookIn(json)),
          url,
          () => list(after(change)),
        );
        return { webhook: secret === null ? webhook : { ...webhook, hasSecret: true }, secret };
      });
    },
    async edit(id, patch, change) {
      const { active, ...rest } = patch;
      const body = { json: withoutUndefined({ ...rest, isActive: active }) };
      const terms = { thing: true, empty: true };
      const path = `${PATH}/${segment(id)}`;
      const outcome = await client.change('PUT', path, body, change, terms);
      const made = await ended(readable, outcome, async ({ json }) =>
        answered(json) ? withSecret(webhookIn(json)) : await orAsSent(id, patch, list(after(change))),
      );
      return applied(made, patch);
    },
    async remove(id, change) {
      const path = `${PATH}/${segment(id)}`;
      const outcome = await client.change('DELETE', path, null, change, { thing: true, empty: true });
      return ended(readable, outcome, () => null);
    },
  };
}

/**
 * Whether the answer contains a webhook. A service may answer an edit with nothing or a sentence; then the
 * list is read.
 */
const answered = (json: unknown) => json !== null && JSON.stringify(json).includes('"url"');

/**
 * The edited webhook from the list. If the list is not answered either, the 2xx is all there is, so the sent
 * values count.
 */
async function orAsSent(id: string, patch: Patch, list: Promise<Listed<Webhook> | null>): Promise<Webhook> {
  const listed = await ifAnswered(list);
  if (listed === null) return asSent(id, patch);
  const webhook = listed.items.find((one) => one.id === id);
  if (webhook === undefined) throw new UnreadableAnswer('webhook');
  return webhook;
}

const asSent = (id: string, { url, events = [], active }: Patch): Webhook => ({
  id,
  url: url ?? null,
  events: [...events],
  active: active ?? null,
  hasSecret: true,
  createdAt: null,
  updatedAt: null,
  other: {},
});

/**
 * A service silently ignores fields that it does not know, so a field that is unchanged afterwards is
 * refused.
 */
function applied(made: Outcome<Webhook>, patch: Patch): Outcome<Webhook> {
  if (made.kind !== 'done') return made;
  const { url, active, events } = made.value;
  const unchanged = [
    ...(patch.url !== undefined && url !== null && url !== patch.url ? ['url'] : []),
    ...(patch.active !== undefined && active !== null && active !== patch.active ? ['active'] : []),
    ...(patch.events !== undefined && !sameWords(events, patch.events) ? ['events'] : []),
  ];
  if (unchanged.length === 0) return made;
  const error = new GuicheError('not_supported', 'The provider left this as it was.', {
    fields: unchanged.map((field) => ({ field, message: 'not_supported' })),
  });
  return { kind: 'refused', error, sent: true };
}

const sameWords = (one: readonly string[], other: readonly string[]) =>
  one.length === 0 || one.toSorted().join() === other.toSorted().join();

/** Every endpoint of document 2 has a secret. */
const withSecret = (webhook: Webhook): Webhook => ({ ...webhook, hasSecret: webhook.hasSecret ?? true });

const SECRET_PATH = '/transactions/callback-secret';

/** Document 2: the account's secret for deliveries to an operation's callbackUrl. */
export function callbackSecretOf({
  client,
  readable,
}: AdapterDeps): NonNullable<ProviderPort['callbackSecret']> {
  return {
    async create(change) {
      const outcome = await client.change('POST', SECRET_PATH, null, change);
      return ended(readable, outcome, ({ json }) => issued(json));
    },
    async rotate(change) {
      const outcome = await client.change('POST', `${SECRET_PATH}/rotate`, null, change);
      return ended(readable, outcome, ({ json }) => issued(json));
    },
    async exists(call) {
      const { json } = await client.read(SECRET_PATH, {}, call);
      return readable(() => existsIn(json));
    },
  };
}

function issued(json: unknown): Secret {
  const secret = secretIn(json);
  if (secret === null) throw new UnreadableAnswer('secret');
  return secret;
}

const readExists = objectReader({
  exists: means.issued(),
  createdAt: means.made('issuedAt', 'rotatedAt', 'updatedAt'),
});

function existsIn(json: unknown): boolean | null {
  if (typeof json === 'boolean') return json;
  const [found] = unwrapLayers(json, ['callbackSecret', 'secret'])
    .map(readExists)
    .filter(({ known }) => known > 0)
    .sort((a, b) => b.known - a.known);
  if (found === undefined) return null;
  return found.fields.exists ?? found.fields.createdAt !== null;
}
