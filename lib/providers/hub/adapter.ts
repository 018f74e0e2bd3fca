import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { plainJson } from '#lib/core/http/json.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import {
  adapterDeps,
  after,
  clientOptions,
  ended,
  withoutUndefined,
} from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { AdapterOptions } from '#lib/providers/client/request-context.ts';
import { PAYMENT_ALIASES, RequestedNames } from '#lib/providers/client/requested-names.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, plainKey, type ReadObject } from '#lib/providers/fields.ts';
import { type HubDeps, keyed, partsOfId, refusedHere } from '#lib/providers/hub/adapter-deps.ts';
import { HubClient, type HubCredential } from '#lib/providers/hub/client.ts';
import { disputesOf } from '#lib/providers/hub/disputes.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { hubPaths, receiptOf, refundsOf, transfersOf, withdrawalsOf } from '#lib/providers/hub/payouts.ts';
import { statementOf } from '#lib/providers/hub/statement.ts';
import { callbackSecretOf, webhooksOf } from '#lib/providers/hub/webhooks.ts';
import { cents, readPayment } from '#lib/providers/hub/wire.ts';
import type { Limits, PixKey } from '#lib/providers/money-records.ts';
import type { Listed, NewCharge, ProviderPort } from '#lib/providers/port.ts';
import { derivedId, hasId as hasItsId, type Must, wholeList } from '#lib/providers/rows.ts';
import { balanceIn, codeIn, holderIn } from '#lib/providers/shared-readers.ts';
import { best, mostKnown, rowsOf, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 2: balance, limits and metrics of the account. */
export function accountOf({
  client,
  readable,
  paths,
}: HubDeps): Required<Pick<ProviderPort, 'balance' | 'limits' | 'metrics'>> {
  return {
    async balance(call) {
      const { json, asOf } = await paths.balance.read((path) => client.read(path, {}, call));
      return readable(() => balanceIn(json, cents, asOf));
    },
    async limits(call) {
      const { json, asOf } = await paths.limits.read((path) => client.read(path, {}, call));
      return readable(() => toLimits(json, asOf));
    },
    async metrics(call) {
      const { json } = await paths.metrics.read((path) => client.read(path, {}, call));
      return readable(() => toMetrics(json));
    },
  };
}

const readOperation = objectReader({
  enabled: means.active(),
  min: means.least(),
  max: means.most(),
  feeFixed: means.feeFixed(),
  feePercentage: means.feePercentage(),
});

/** Reads every object with an operation's limits; everything else is stored in `other` unchanged. */
function toLimits(json: unknown, asOf: string): Limits {
  const layers = unwrapLayers(json, ['limits', 'operations']);
  const sets = layers.map((layer) => ({ layer, known: Object.values(layer).filter(isLimit).length }));
  const [found] = sets.sort((a, b) => b.known - a.known);
  if (found === undefined || (found.known === 0 && Object.keys(found.layer).length === 0))
    throw new UnreadableAnswer('limits');
  const entries = Object.entries(found.layer);
  return {
    operations: entries.flatMap(([name, value]) => (isLimit(value) ? [toOperation(name, value)] : [])),
    other: plainJson(Object.fromEntries(entries.filter(([, value]) => !isLimit(value)))) as Record<
      string,
      unknown
    >,
    asOf,
  };
}

const isLimit = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && readOperation(value).known >= 1;

function toOperation(name: string, value: Record<string, unknown>): Limits['operations'][number] {
  const { fields, other } = readOperation(value);
  const points = Number(fields.feePercentage ?? Number.NaN);
  return {
    name,
    enabled: fields.enabled,
    min: cents(fields.min),
    max: cents(fields.max),
    feeFixed: cents(fields.feeFixed),
    feeBasisPoints: Number.isFinite(points) ? points : null,
    other: plainJson(other) as Record<string, unknown>,
  };
}

/** No document shows the members, so all of them are returned, without an envelope. */
function toMetrics(json: unknown): Record<string, unknown> {
  const inner = isObject(json) && Object.keys(json).length === 1 ? Object.entries(json)[0] : undefined;
  const opened = inner !== undefined && /^(data|metrics|result)$/.test(plainKey(inner[0])) ? inner[1] : json;
  const metrics = isObject(opened) ? opened : json;
  if (!isObject(metrics)) throw new UnreadableAnswer('metrics');
  return plainJson(metrics) as Record<string, unknown>;
}

export type HubAdapterOptions = HubCredential & AdapterOptions;

/** Document 2, deposit view: a Pix received without a charge. One without a state is credited. */
function depositsOf(deps: HubDeps): NonNullable<ProviderPort['deposits']> {
  const book = paymentBook(deps, 'deposit', deps.paths.deposit, []);
  return {
    async get(id, call) {
      if ((partsOfId(id).kind ?? 'deposit') !== 'deposit')
        throw new GuicheError('not_found', 'The id is of another kind of payment.');
      const deposit = await book.get(id, call);
      return deposit.status === null ? { ...deposit, status: 'COMPLETED', state: 'done' } : deposit;
    },
  };
}

/** Document 2, look-ups before a payment: whom a key pays, what a code contains. They change nothing. */
function recipientsOf({
  client,
  readable,
  paths,
}: HubDeps): Required<Pick<ProviderPort, 'keyLookup' | 'decodeCode' | 'codeHolder'>> {
  return {
    async keyLookup(key, keyType, call) {
      const body = withoutUndefined({ pixKey: key, pixKeyType: keyType?.toUpperCase() });
      const { json } = await client.readByPost('/transactions/pix/destination', body, call);
      return readable(() => holderIn(json));
    },
    async codeHolder(code, call) {
      const { json } = await client.readByPost('/transactions/pix/destination', { brCode: code }, call);
      return readable(() => holderIn(json));
    },
    async decodeCode(code, call) {
      const read = (path: string) => client.readByPost(path, { brCode: code }, call);
      const { json, asOf } = await paths.decode.read(read).catch((error: unknown) => {
        // Document 2 shows the look-up of the recipient, which accepts a code as well.
        if (absenceOf(error) === null) throw error;
        return read('/transactions/pix/destination');
      });
      return readable(() => codeIn(json, cents, asOf));
    },
  };
}

/** Document 2, charges. The payer's name and document are required; the expiry cannot be set. */
function chargesOf(deps: HubDeps): NonNullable<ProviderPort['charges']> {
  const { client, readable } = deps;
  const { charges } = deps.paths;
  const names = new RequestedNames({ ...PAYMENT_ALIASES, customer: 'payer buyer cliente debtor' });
  const book = paymentBook(deps, 'payment', charges, ['clientReference', 'search']);
  return {
    list: book.list,
    find: book.find,
    async create(charge, change) {
      const wrong = inputErrorOf(charge);
      if (wrong !== null) return wrong;
      const outcome = await names.send(bodyOf(charge), (json) =>
        charges.change(
          (path) => client.change('POST', path, { json }, change, keyed(change)),
          (path) => client.read(path, { limit: '1' }, after(change)),
        ),
      );
      return ended(readable, outcome, ({ json }) => toPayment('payment', readPayment(json)));
    },
  };
}

/** Refuses fields that this API lacks, because the provider would drop them silently. */
function inputErrorOf({ payer, expiresInSeconds, virtualAccount }: NewCharge) {
  if (expiresInSeconds !== undefined) return refusedHere('expiresInSeconds', 'not_supported');
  if (virtualAccount !== undefined) return refusedHere('virtualAccount', 'not_supported');
  if (payer?.name === undefined) return refusedHere('payer.name', 'required');
  return payer.document === undefined ? refusedHere('payer.document', 'required') : null;
}

const bodyOf = ({ amount, payer, description, clientReference, callbackUrl, metadata }: NewCharge) =>
  withoutUndefined({
    amount,
    method: 'PIX',
    customer: withoutUndefined({ name: payer?.name, document: payer?.document, email: payer?.email }),
    description,
    externalRef: clientReference,
    callbackUrl,
    metadata,
  });

/** Document 2, the account's own Pix keys. */
function pixKeysOf({ client, readable, paths }: HubDeps): NonNullable<ProviderPort['pixKeys']> {
  const pathOf = (id: string) => `/transactions/pix-keys/${segment(id)}`;
  return {
    async list(call) {
      const { json } = await client.read('/transactions/pix-keys', {}, call);
      return readable(() => keysIn(json));
    },
    async create({ type, key }, change) {
      const body = { json: withoutUndefined({ type: type.toUpperCase(), key }) };
      const outcome = await client.change('POST', '/transactions/pix-keys', body, change);
      return ended(readable, outcome, ({ json }) => toKey(oneKey(json)));
    },
    async setDefault(id, change) {
      const terms = { thing: true, empty: true };
      const outcome = await paths.defaultKey.change((method) =>
        client.change(method, `${pathOf(id)}/default`, null, change, terms),
      );
      // A 2xx is a success, whatever the body contains.
      return ended(readable, outcome, ({ json }) => optional(json));
    },
    async remove(id, change) {
      const outcome = await client.change('DELETE', pathOf(id), null, change, { thing: true, empty: true });
      return ended(readable, outcome, () => null);
    },
  };
}

const KEY = {
  id: means.id(),
  key: means.pixKey('value', 'key.value'),
  type: means.pixKeyType('type', 'kind'),
  status: means.state(),
  isDefault: means.isDefault(),
  createdAt: means.made(),
};

const readKey = objectReader(KEY, ['pixKey', 'key']);
type WireKey = ReadObject<typeof KEY>;

const hasId = ({ fields }: WireKey) => fields.id !== null;

const WRAPPERS = ['pixKey', 'key'];

const KEY_MUST: Must<PixKey> = { id: hasItsId, pixKey: ({ key }) => key !== null };

/** A row without id and key is listed too, and the list reports that one of its keys could not be read. */
function keysIn(json: unknown): Listed<PixKey> {
  const { rows, ...counts } = rowsOf(json, ['keys', 'pixKeys'], readKey.row);
  return wholeList(rows.map(toKey), KEY_MUST, counts);
}

const oneKey = (json: unknown) => best(unwrapLayers(json, WRAPPERS), readKey, hasId, ['key', { id: hasId }]);

function optional(json: unknown): PixKey | null {
  const layers = unwrapLayers(json, WRAPPERS);
  const found = mostKnown(layers, readKey, (read) => hasId(read) && read.known >= 2);
  return found === undefined ? null : toKey(found);
}

const toKey = ({ fields, other }: WireKey): PixKey => ({
  ...fields,
  id: fields.id ?? derivedId({ fields, other }),
  // Document 2 writes key types in capitals.
  type: fields.type?.toUpperCase() ?? null,
  other: plainJson(other) as Record<string, unknown>,
});

/**
 * The Hub API (document 2) behind the port. Sends and reads whole cents; ids are prefixed with their kind.
 */
export function createHubAdapter(options: HubAdapterOptions): ProviderPort {
  const { clientId, clientSecret, auth } = options;
  const shared = clientOptions(options, clientId);
  const client = new HubClient({ ...shared, clientId, clientSecret, auth });
  const own = adapterDeps(client, shared);
  const deps: HubDeps = { ...own, paths: hubPaths(own.now) };
  return {
    kind: 'hub',
    scopes: () => client.scopes(),
    missingScopes: () => client.missingScopes(),
    ...accountOf(deps),
    statement: statementOf(deps),
    charges: chargesOf(deps),
    withdrawals: withdrawalsOf(deps),
    transfers: transfersOf(deps),
    deposits: depositsOf(deps),
    refunds: refundsOf(deps),
    receipt: receiptOf(deps),
    ...recipientsOf(deps),
    pixKeys: pixKeysOf(deps),
    disputes: disputesOf(deps),
    webhooks: webhooksOf(deps),
    callbackSecret: callbackSecretOf(deps),
  };
}
