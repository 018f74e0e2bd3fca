import 'server-only';
import { checkStateOf } from '#lib/core/status/service.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, after, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { newSecret, webhookIn, webhookMembers } from '#lib/providers/client/webhooks.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';
import type { PixClient } from '#lib/providers/pix/client.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { mostKnown, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 1, Webhooks; document 3 has them at a client of their own. */
export function webhooksOf(deps: AdapterDeps): NonNullable<ProviderPort['webhooks']> {
  const { client, readable } = deps;
  const terms = { thing: true, empty: true };
  const { list, inList, register, edit, remove } = webhookMembers(deps, {
    list: (call) => client.read('/user/webhooks', {}, call),
    register: (json, change) => client.change('POST', '/user/webhooks', { json }, change),
    edit: (id, json, change) =>
      client.change('PATCH', `/user/webhooks/${segment(id)}`, { json }, change, terms),
    remove: (id, change) => client.change('DELETE', `/user/webhooks/${segment(id)}`, null, change, terms),
  });
  /** By its id, else in the list; null when it is in neither. */
  const get = async (id: string, call: Call): Promise<Webhook | null> => {
    try {
      const { json } = await client.read(`/user/webhooks/${segment(id)}`, {}, call, { thing: true });
      return readable(() => webhookIn(json, id));
    } catch (error) {
      const status = statusOf(error);
      if (status !== 404 && status !== 405) throw error;
      return inList(id, call);
    }
  };
  return {
    list,
    get,
    register: ({ url, events, generateSecret }, change) => register({ url, events, generateSecret }, change),
    edit: (id, patch, change) => edit(id, patch, change, () => orUnreadable(get(id, after(change)))),
    remove,
    async rotateSecret(id, change) {
      const path = `/user/webhooks/${segment(id)}/rotate-secret`;
      return newSecret(deps, client.change('POST', path, null, change, { thing: true }));
    },
  };
}

async function orUnreadable<T>(read: Promise<T | null>): Promise<T> {
  const found = await read;
  if (found === null) throw new UnreadableAnswer('webhook');
  return found;
}

/** The account's secret for deliveries to a transaction's callbackUrl (document 1, Signature). */
export function callbackSecretOf(deps: AdapterDeps): NonNullable<ProviderPort['callbackSecret']> {
  const { client } = deps;
  return {
    create: (change) => newSecret(deps, client.change('POST', '/user/callbacks/secret', null, change)),
    rotate: (change) =>
      newSecret(deps, client.change('PATCH', '/user/callbacks/secret/rotate', null, change)),
  };
}

/** Document 3's check of an address; services may spell its states and fields otherwise. */

const CHECK = {
  webhookId: means.ofWebhook('id'),
  url: means.url('webhookUrl'),
  status: means.state('checkStatus', 'verificationStatus', 'result'),
  verified: means.passed(),
  detail: means.reason('detail', 'message', 'failureReason', 'details', 'error'),
  checkedAt: means.changed('checkedAt', 'verifiedAt', 'lastCheckedAt', 'lastCheckAt'),
};

const read = objectReader(CHECK, ['webhook']);

/** GET and POST /sandbox/webhooks/{id}/challenge. */
export function ownershipIn(json: unknown): OwnershipCheck {
  const layers = unwrapLayers(json, ['challenge', 'check', 'ownership', 'verification']);
  const found = mostKnown(layers, read, ({ fields }) => fields.status !== null || fields.verified !== null);
  if (found === undefined) throw new UnreadableAnswer('ownership');
  const { verified, status, ...rest } = found.fields;
  const reading = checkStateOf(status);
  // A check may be completed and have failed: the flag next to the word shows it.
  if (reading === 'verified' && verified === false) return { ...rest, status: 'failed' };
  const flag = verified === null ? null : verified ? 'verified' : 'failed';
  return { ...rest, status: reading ?? flag ?? status };
}

/** Document 3's check. `client` is the one for the sandbox's own routes, which are outside its /v1. */
export function ownershipOf(
  client: PixClient,
  { readable }: AdapterDeps,
): NonNullable<ProviderPort['ownership']> {
  const get = async (webhookId: string, call: Call) => {
    const path = `/sandbox/webhooks/${segment(webhookId)}/challenge`;
    const { json } = await client.read(path, {}, call, { thing: true });
    return readable(() => ownershipIn(json));
  };
  return {
    get,
    async run(webhookId, change) {
      const terms = { thing: true, empty: true };
      const path = `/sandbox/webhooks/${segment(webhookId)}/challenge`;
      const outcome = await client.change('POST', path, null, change, terms);
      return ended(readable, outcome, ({ json }) =>
        json === null ? get(webhookId, after(change)) : ownershipIn(json),
      );
    },
  };
}
