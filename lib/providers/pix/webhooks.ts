import 'server-only';
import type { Secret } from '#lib/core/masking/secret.ts';
import { checkStateOf } from '#lib/core/status/check.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, absentFor, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import { secretIn } from '#lib/providers/client/secrets.ts';
import { toRegisteredWebhook, webhookIn, webhooksIn } from '#lib/providers/client/webhook-fields.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';
import type { PixClient } from '#lib/providers/pix/client.ts';
import type { Call, Change, Listed, ProviderPort } from '#lib/providers/port.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/**
 * Document 1, Webhooks. `deps.client` is the client of the account's webhooks, which document 3 has
 * elsewhere.
 */
export function webhooksOf(deps: AdapterDeps): NonNullable<ProviderPort['webhooks']> {
  const { client, readable } = deps;
  const absent = absentFor(deps.now);
  const list = (call: Call): Promise<Listed<Webhook> | null> =>
    absent(async () => {
      const { json } = await client.read('/user/webhooks', {}, call);
      return readable(() => webhooksIn(json));
    });
  const one = (id: string, call: Call) => webhookOf(deps, id, call, list);
  return {
    list,
    get: one,
    async register({ url, events, generateSecret }, change) {
      const body = { json: { url, events, generateSecret } };
      const outcome = await client.change('POST', '/user/webhooks', body, change);
      return ended(readable, outcome, async ({ json }) => {
        const secret = secretIn(json);
        const read = () => webhookIn(json);
        const webhook = await toRegisteredWebhook(read, url, () => list(after(change)));
        return { webhook: secret === null ? webhook : { ...webhook, hasSecret: true }, secret };
      });
    },
    async edit(id, patch, change) {
      const path = `/user/webhooks/${segment(id)}`;
      const outcome = await client.change('PATCH', path, { json: patch }, change, {
        thing: true,
        empty: true,
      });
      return ended(readable, outcome, ({ json }) =>
        answered(json) ? webhookIn(json) : orUnreadable(one(id, after(change))),
      );
    },
    async remove(id, change) {
      const terms = { thing: true, empty: true };
      const path = `/user/webhooks/${segment(id)}`;
      const outcome = await client.change('DELETE', path, null, change, terms);
      return ended(readable, outcome, () => null);
    },
    async rotateSecret(id, change) {
      const path = `/user/webhooks/${segment(id)}/rotate-secret`;
      const outcome = await client.change('POST', path, null, change, { thing: true });
      return ended(readable, outcome, ({ json }) => newSecret(json));
    },
  };
}

/** Reads a webhook by its id, else finds it in the list; null when it is in neither. */
async function webhookOf(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
  list: (call: Call) => Promise<Listed<Webhook> | null>,
): Promise<Webhook | null> {
  try {
    const { json } = await client.read(`/user/webhooks/${segment(id)}`, {}, call, { thing: true });
    return readable(() => webhookIn(json, id));
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 405) throw error;
    return (await list(call))?.items.find((webhook) => webhook.id === id) ?? null;
  }
}

/**
 * Whether the answer contains a webhook. A service may answer an edit with nothing or a sentence; then the
 * webhook is read.
 */
const answered = (json: unknown) => json !== null && JSON.stringify(json).includes('"url"');

async function orUnreadable<T>(read: Promise<T | null>): Promise<T> {
  const found = await read;
  if (found === null) throw new UnreadableAnswer('webhook');
  return found;
}

/** Options of a read that belongs to a change: the caller's abort no longer counts. */
const after = ({ priority }: Change): Call => (priority === undefined ? {} : { priority });

function newSecret(json: unknown): Secret {
  const secret = secretIn(json);
  if (secret === null) throw new UnreadableAnswer('secret');
  return secret;
}

/** The account's secret for deliveries to a transaction's callbackUrl (document 1, Signature). */
export function callbackSecretOf({
  client,
  readable,
}: AdapterDeps): NonNullable<ProviderPort['callbackSecret']> {
  return {
    async create(change) {
      const outcome = await client.change('POST', '/user/callbacks/secret', null, change);
      return ended(readable, outcome, ({ json }) => newSecret(json));
    },
    async rotate(change) {
      const outcome = await client.change('PATCH', '/user/callbacks/secret/rotate', null, change);
      return ended(readable, outcome, ({ json }) => newSecret(json));
    },
  };
}

/**
 * Reader of document 3's check of an address. Document 3 shows its states and fields; services may spell them
 * otherwise.
 */

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
  const [found] = unwrapLayers(json, ['challenge', 'check', 'ownership', 'verification'])
    .map(read)
    .filter(({ fields }) => fields.status !== null || fields.verified !== null)
    .sort((a, b) => b.known - a.known);
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
