import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { createBudget, limitsFor } from '#lib/core/http/budget.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { plainJson } from '#lib/core/http/json.ts';
import { createTransport } from '#lib/core/http/request.ts';
import { absenceOf } from '#lib/providers/absence.ts';
import { ended, reader } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { AdapterOptions } from '#lib/providers/client/request-context.ts';
import { PAYMENT_ALIASES, RequestedNames } from '#lib/providers/client/requested-names.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import { accountOf } from '#lib/providers/hub/account.ts';
import {
  after,
  type HubDeps,
  keyed,
  partsOfId,
  refusedHere,
  withoutUndefined,
} from '#lib/providers/hub/adapter-deps.ts';
import { HubClient, type HubCredential } from '#lib/providers/hub/client.ts';
import { disputesOf } from '#lib/providers/hub/disputes.ts';
import { toPayment } from '#lib/providers/hub/map.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import { hubPaths, receiptOf, transfersOf, withdrawalsOf } from '#lib/providers/hub/payouts.ts';
import { refundsOf } from '#lib/providers/hub/refunds.ts';
import { statementOf } from '#lib/providers/hub/statement.ts';
import { callbackSecretOf, webhooksOf } from '#lib/providers/hub/webhooks.ts';
import { cents, readPayment } from '#lib/providers/hub/wire.ts';
import type { PixKey } from '#lib/providers/money-records.ts';
import type { Listed, NewCharge, ProviderPort } from '#lib/providers/port.ts';
import { codeIn, holderIn } from '#lib/providers/recipient.ts';
import { derivedId, hasId as hasItsId, type Must, wholeList } from '#lib/providers/rows.ts';
import { BareLists, best, listOf, unwrapLayers } from '#lib/providers/unwrap.ts';

export type HubAdapterOptions = HubCredential & AdapterOptions;

/**
 * Document 2, deposit view: a Pix received without a charge. It has no state: a deposit that exists is
 * credited.
 */
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
      const { json } = await client.ask('/transactions/pix/destination', body, call);
      return readable(() => holderIn(json));
    },
    async codeHolder(code, call) {
      const { json } = await client.ask('/transactions/pix/destination', { brCode: code }, call);
      return readable(() => holderIn(json));
    },
    async decodeCode(code, call) {
      const ask = (path: string) => client.ask(path, { brCode: code }, call);
      const { json, asOf } = await paths.decode.read(ask).catch((error: unknown) => {
        // Document 2 shows the look-up of the recipient, which accepts a code as well.
        if (absenceOf(error) === null) throw error;
        return ask('/transactions/pix/destination');
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

/** A row without id and key is listed too, and the list says that one of its keys could not be read. */
function keysIn(json: unknown): Listed<PixKey> {
  const { rows, ...counts } = listOf(json, ['keys', 'pixKeys']);
  const keys = rows.map((row) => toKey(readKey.row(row)));
  return wholeList(keys, KEY_MUST, counts);
}

const oneKey = (json: unknown) => best(unwrapLayers(json, WRAPPERS), readKey, hasId, ['key', { id: hasId }]);

function optional(json: unknown): PixKey | null {
  const [found] = unwrapLayers(json, WRAPPERS)
    .map(readKey)
    .filter((read) => hasId(read) && read.known >= 2)
    .sort((a, b) => b.known - a.known);
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
 * The Hub API (document 2) behind the port. Amounts are whole cents both ways; ids are prefixed with their
 * kind.
 */
export function createHubAdapter(options: HubAdapterOptions): ProviderPort {
  const { account, timeouts, clientId, clientSecret, auth, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const client = new HubClient({
    account,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    auth,
    transport: options.transport ?? createTransport(timeouts),
    monitor,
    budget: options.budget ?? createBudget(limitsFor(account, clientId), now, { leases: options.leases }),
    log,
    clock,
  });
  const deps: HubDeps = {
    client,
    readable: reader(monitor),
    now,
    bare: new BareLists(),
    paths: hubPaths(now),
  };
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
