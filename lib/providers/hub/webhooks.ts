import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { type AdapterDeps, after, withoutUndefined } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { newSecret, webhookMembers } from '#lib/providers/client/webhooks.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';

import type { Listed, Outcome, ProviderPort } from '#lib/providers/port.ts';
import type { Webhook } from '#lib/providers/records.ts';
import { mostKnown, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

const PATH = '/transactions/webhooks';
type Patch = Parameters<NonNullable<ProviderPort['webhooks']>['edit']>[1];

/** Document 2, webhook endpoints. The secret is returned at registration and never again. */
export function webhooksOf(deps: AdapterDeps): NonNullable<ProviderPort['webhooks']> {
  const { client } = deps;
  const terms = { thing: true, empty: true };
  const { list, inList, register, edit, remove } = webhookMembers(
    deps,
    {
      list: (call) => client.read(PATH, {}, call),
      register: (json, change) => client.change('POST', PATH, { json }, change),
      edit: (id, json, change) => client.change('PUT', `${PATH}/${segment(id)}`, { json }, change, terms),
      remove: (id, change) => client.change('DELETE', `${PATH}/${segment(id)}`, null, change, terms),
    },
    // Every endpoint of document 2 has a secret.
    (webhook) => ({ ...webhook, hasSecret: webhook.hasSecret ?? true }),
  );
  return {
    list,
    get: inList,
    register: ({ url, events }, change) => register({ url, events }, change),
    async edit(id, patch, change) {
      const { active, ...rest } = patch;
      const body = withoutUndefined({ ...rest, isActive: active });
      const unanswered = () => orAsSent(id, patch, list(after(change)));
      return applied(await edit(id, body, change, unanswered), patch);
    },
    remove,
  };
}

/** From the list; if that is not answered either, the 2xx is all there is and the sent values count. */
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

/** A service may silently ignore unknown fields: one that is unchanged afterwards is refused. */
function applied(outcome: Outcome<Webhook>, patch: Patch): Outcome<Webhook> {
  if (outcome.kind !== 'done') return outcome;
  const { url, active, events } = outcome.value;
  const unchanged = [
    ...(patch.url !== undefined && url !== null && url !== patch.url ? ['url'] : []),
    ...(patch.active !== undefined && active !== null && active !== patch.active ? ['active'] : []),
    ...(patch.events !== undefined && !sameWords(events, patch.events) ? ['events'] : []),
  ];
  if (unchanged.length === 0) return outcome;
  const error = new GuicheError('not_supported', 'The provider left this as it was.', {
    fields: unchanged.map((field) => ({ field, message: 'not_supported' })),
  });
  return { kind: 'refused', error, sent: true };
}

const sameWords = (one: readonly string[], other: readonly string[]) =>
  one.length === 0 || one.toSorted().join() === other.toSorted().join();

const SECRET_PATH = '/transactions/callback-secret';

/** Document 2: the account's secret for deliveries to an operation's callbackUrl. */
export const callbackSecretOf = (deps: AdapterDeps): NonNullable<ProviderPort['callbackSecret']> => ({
  create: (change) => newSecret(deps, deps.client.change('POST', SECRET_PATH, null, change)),
  rotate: (change) => newSecret(deps, deps.client.change('POST', `${SECRET_PATH}/rotate`, null, change)),
  async exists(call) {
    const { json } = await deps.client.read(SECRET_PATH, {}, call);
    return deps.readable(() => existsIn(json));
  },
});

const readExists = objectReader({
  exists: means.issued(),
  createdAt: means.made('issuedAt', 'rotatedAt', 'updatedAt'),
});

function existsIn(json: unknown): boolean | null {
  if (typeof json === 'boolean') return json;
  const layers = unwrapLayers(json, ['callbackSecret', 'secret']);
  const found = mostKnown(layers, readExists, ({ known }) => known > 0);
  if (found === undefined) return null;
  return found.fields.exists ?? found.fields.createdAt !== null;
}
