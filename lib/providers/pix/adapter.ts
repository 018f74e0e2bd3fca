import 'server-only';
import { monitorOf } from '#lib/core/http/health.ts';
import { parseJson, plainJson } from '#lib/core/http/json.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { type AdapterDeps, adapterDeps, clientOptions, ended } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { AdapterOptions } from '#lib/providers/client/request-context.ts';
import { RequestedNames } from '#lib/providers/client/requested-names.ts';
import { PixClient } from '#lib/providers/pix/client.ts';
import { deliveriesOf } from '#lib/providers/pix/deliveries.ts';
import { disputesOf } from '#lib/providers/pix/disputes.ts';
import { translateRefusal } from '#lib/providers/pix/field-names.ts';
import { centsOf, toDetail, toProfile } from '#lib/providers/pix/map.ts';
import {
  readRefunded,
  refundedState,
  refundStateOf,
  type WireRefunded,
} from '#lib/providers/pix/map-payments.ts';
import {
  chargesOf,
  decodeCodeOf,
  keyLookupOf,
  transfersOf,
  withdrawalsOf,
} from '#lib/providers/pix/operations.ts';
import { brl, jsonBody } from '#lib/providers/pix/payments.ts';
import { pendingDepositsOf } from '#lib/providers/pix/pending-deposits.ts';
import { reportsOf } from '#lib/providers/pix/reports.ts';
import { resendsOf } from '#lib/providers/pix/resends.ts';
import { statementOf } from '#lib/providers/pix/statement.ts';
import { summaryOf } from '#lib/providers/pix/summary.ts';
import { type PixDeps, transactionLister } from '#lib/providers/pix/transactions.ts';
import { callbackSecretOf, ownershipOf, webhooksOf } from '#lib/providers/pix/webhooks.ts';
import { readDetail, readProfile } from '#lib/providers/pix/wire.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { Profile } from '#lib/providers/records.ts';
import { withRequestedId } from '#lib/providers/rows.ts';
import { balanceIn, fileIn } from '#lib/providers/shared-readers.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

export type PixAdapterOptions = AdapterOptions & {
  token: Secret;
  /** The service with the account's webhooks, if a sandbox checks their ownership (document 3). */
  sandbox?: { url: string; token: Secret };
};

/** The Pix account API (document 1) behind the port. Sends amounts as decimal text, returns cents. */
export function createPixAdapter(options: PixAdapterOptions): ProviderPort {
  const { account, token, sandbox } = options;
  const shared = clientOptions(options, token.reveal());
  const client = new PixClient({ ...shared, token });
  const own = adapterDeps(client, shared);
  const { readable } = own;
  const deps: PixDeps = { ...own, listTransactions: transactionLister(own) };

  /** If a sandbox checks ownership, all webhooks are there, under its own credential (document 3). */
  function webhookParts(): Pick<ProviderPort, 'webhooks' | 'ownership'> {
    if (sandbox === undefined) return { webhooks: webhooksOf(deps) };
    const root = sandbox.url.replace(/\/+$/, '').replace(/\/v1$/, '');
    // The sandbox has a monitor of its own, so that its faults do not block the account's other calls.
    const monitor = options.monitor ?? monitorOf(`${account.id} sandbox`);
    const place = { ...options, monitor, baseUrl: root };
    const apart = clientOptions(place, sandbox.token.reveal(), { name: 'sandbox' });
    const clientAt = (baseUrl: string) => new PixClient({ ...apart, baseUrl, token: sandbox.token });
    const there = adapterDeps(clientAt(`${root}/v1`), apart);
    const webhooks = { ...webhooksOf(there), clockAhead: () => monitor.offsetMs };
    return { webhooks, ownership: ownershipOf(clientAt(root), there) };
  }

  async function profile(call: Call): Promise<Profile> {
    const { json, asOf } = await client.read('/user', {}, call);
    return readable(() => toProfile(readProfile(json), asOf));
  }

  return {
    kind: 'pix',
    missingScopes: () => client.missingScopes(),
    async balance(call) {
      const { json, asOf } = await client.read('/user/balance', {}, call);
      return readable(() => balanceIn(json, centsOf, asOf));
    },
    profile,
    transactions: {
      list: deps.listTransactions,
      async get(id, call) {
        const path = `/user/transactions/${segment(id)}`;
        const { json, asOf } = await client.read(path, {}, call, { thing: true });
        return readable(() => {
          const read = readDetail(json);
          return toDetail({ ...read, transaction: withRequestedId(read.transaction, id) }, json, asOf);
        });
      },
    },
    summary: summaryOf(deps),
    disputes: disputesOf(deps),
    callbackSecret: callbackSecretOf(deps),
    deliveries: deliveriesOf(deps),
    resends: resendsOf(deps),
    charges: chargesOf(deps),
    withdrawals: withdrawalsOf(deps),
    transfers: transfersOf(deps, (call) => ownNumber(deps, profile, call)),
    refunds: refundsOf(deps),
    keyLookup: keyLookupOf(deps),
    decodeCode: decodeCodeOf(deps),
    statement: statementOf(deps, () => shared.monitor.offsetMs ?? 0),
    pendingDeposits: pendingDepositsOf(deps),
    reports: reportsOf(deps),
    receipt: receiptOf(deps),
    status: statusReaderOf(deps),
    ...webhookParts(),
  };
}

/** Document 1 shows only the refusals of receipts (PZC320, PZC321). A PDF, as bytes or Base64. */
function receiptOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['receipt']> {
  const ofCharge = (id: string, call: Call) =>
    client.readFile(`/proof/${segment(id)}`, {}, call, { thing: true });
  const ofWithdrawal = (id: string, call: Call) =>
    client.readFile(`/withdraw/proof/${segment(id)}`, {}, call, { thing: true });
  return async (kind, id, call) => {
    const { bytes } = await (kind === 'withdrawal' ? ofWithdrawal(id, call) : ofCharge(id, call));
    return readable(() => fileIn(bytes, ['application/pdf']));
  };
}

const LONGEST_WORDS = 2_000;

/** GET /status/, not shown in document 1: JSON unchanged, or a short text. A page is unreadable. */
function statusReaderOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['status']> {
  return async (call) => {
    const { text } = await client.readFile('/status/', {}, call);
    return readable(() => {
      try {
        return plainJson(parseJson(text));
      } catch {
        if (text.length > LONGEST_WORDS || /<[a-z!]/i.test(text)) throw new UnreadableAnswer('status');
        return text.trim();
      }
    });
  };
}

/** Document 1, Refunds. Accepted is not refunded: the provider decides later, and `state` shows it. */
function refundsOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['refunds']> {
  const names = new RequestedNames();
  return {
    async create({ paymentId, amount, description, clientReference }, change) {
      const wanted = amount === undefined ? undefined : brl(amount);
      const path = `/refund/${segment(paymentId)}`;
      const outcome = await names.send({ amount: wanted, description, clientReference }, (named) =>
        client.change('POST', path, jsonBody(named), change, { thing: true }),
      );
      const result = await ended(readable, outcome, ({ json }) =>
        refundedState(ofPayment(paymentId, readRefunded(json))),
      );
      return translateRefusal(result);
    },
    async state(paymentId, call) {
      const path = `/user/transactions/${segment(paymentId)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => refundStateOf(readDetail(json)));
    },
  };
}

/** Throws UnreadableAnswer for an answer about another payment. */
function ofPayment(paymentId: string, read: WireRefunded): WireRefunded {
  const id = read.detail?.transaction.fields.id ?? paymentId;
  if (id !== paymentId) throw new UnreadableAnswer('asked-refund');
  return read;
}

/** The account's own number: document 1 shows it as receiver of deposits and payer of withdrawals. */
async function ownNumber(
  { listTransactions }: PixDeps,
  profile: NonNullable<ProviderPort['profile']>,
  call: Call,
): Promise<string | null> {
  const known = (await ifAnswered(profile(call)))?.accountNumber ?? null;
  if (known !== null) return known;
  const { items } = await listTransactions({}, { limit: 100, position: null }, call);
  const numbers = items.map(({ type, payer, receiver }) =>
    type === 'DEPOSIT' ? receiver.accountNumber : type === 'WITHDRAW' ? payer.accountNumber : null,
  );
  return numbers.find((number) => number !== null && /^\d{6}$/.test(number)) ?? null;
}
