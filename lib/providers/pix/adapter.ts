import 'server-only';
import { createBudget, limitsFor } from '#lib/core/http/budget.ts';
import { type AccountMonitor, monitorOf } from '#lib/core/http/health.ts';
import { parseJson, plainJson } from '#lib/core/http/json.ts';
import { createTransport } from '#lib/core/http/request.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { balanceIn } from '#lib/providers/balance.ts';
import { type AdapterDeps, absentFor, ended, reader } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { AdapterOptions } from '#lib/providers/client/request-context.ts';
import { RequestedNames } from '#lib/providers/client/requested-names.ts';
import { fileIn } from '#lib/providers/files.ts';
import { chargesOf } from '#lib/providers/pix/charges.ts';
import { PixClient, type PixClientOptions } from '#lib/providers/pix/client.ts';
import { deliveriesOf } from '#lib/providers/pix/deliveries.ts';
import { disputesOf } from '#lib/providers/pix/disputes.ts';
import { translateRefusal } from '#lib/providers/pix/field-names.ts';
import { decodeCodeOf, keyLookupOf } from '#lib/providers/pix/keys.ts';
import { centsOf, toDetail, toProfile, toSummary } from '#lib/providers/pix/map.ts';
import {
  readRefunded,
  refundedState,
  refundStateOf,
  type WireRefunded,
} from '#lib/providers/pix/map-payments.ts';
import { brl, jsonBody } from '#lib/providers/pix/payments.ts';
import { pendingDepositsOf } from '#lib/providers/pix/pending-deposits.ts';
import { reportsOf } from '#lib/providers/pix/reports.ts';
import { resendsOf } from '#lib/providers/pix/resends.ts';
import { statementOf } from '#lib/providers/pix/statement.ts';
import { type PixDeps, transactionLister } from '#lib/providers/pix/transactions.ts';
import { transfersOf, withdrawalsOf } from '#lib/providers/pix/transfers.ts';
import { callbackSecretOf, ownershipOf, webhooksOf } from '#lib/providers/pix/webhooks.ts';
import { readDetail, readProfile, type WireDetail } from '#lib/providers/pix/wire.ts';
import { readSummary } from '#lib/providers/pix/wire-summary.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { Profile, Summary } from '#lib/providers/records.ts';
import { withRequestedId } from '#lib/providers/rows.ts';
import { BareLists, UnreadableAnswer } from '#lib/providers/unwrap.ts';

export type PixAdapterOptions = AdapterOptions & {
  token: Secret;
  /** The service with the account's webhooks, if a sandbox checks their ownership (document 3). */
  sandbox?: { url: string; token: Secret };
};

type Place = Pick<PixClientOptions, 'token' | 'monitor' | 'budget'>;

/**
 * The Pix account API (document 1) behind the port. Amounts are sent as decimal text and returned as cents.
 */
export function createPixAdapter(options: PixAdapterOptions): ProviderPort {
  const { account, token, timeouts, log, clock } = options;
  const now = clock?.now ?? Date.now;
  const monitor = options.monitor ?? monitorOf(account.id);
  const readable = reader(monitor);
  const transport = options.transport ?? createTransport(timeouts);
  const clientOf = (baseUrl: string, place: Place) =>
    new PixClient({
      account,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      transport,
      ...place,
      ...(log === undefined ? {} : { log }),
      ...(clock === undefined ? {} : { clock }),
    });
  const budgetOf = (by: Secret, name: string) =>
    options.budget ?? createBudget(limitsFor(account, by.reveal()), now, { leases: options.leases, name });
  const client = clientOf(options.baseUrl, { token, monitor, budget: budgetOf(token, 'main') });
  const own: AdapterDeps = { client, readable, now, bare: new BareLists() };
  const deps: PixDeps = { ...own, listTransactions: transactionLister(own) };

  /** If a sandbox checks ownership, all webhooks are there, under its own credential (document 3). */
  function webhookMembers(): Pick<ProviderPort, 'webhooks' | 'ownership'> {
    const { sandbox } = options;
    if (sandbox === undefined) return { webhooks: webhooksOf(deps) };
    const root = sandbox.url.replace(/\/+$/, '').replace(/\/v1$/, '');
    // The sandbox has a monitor of its own, so that its faults do not block the account's other calls.
    const apart = options.monitor ?? monitorOf(`${account.id} sandbox`);
    const place = { token: sandbox.token, monitor: apart, budget: budgetOf(sandbox.token, 'sandbox') };
    const there: AdapterDeps = {
      client: clientOf(`${root}/v1`, place),
      readable: reader(apart),
      now,
      bare: new BareLists(),
    };
    const webhooks = { ...webhooksOf(there), clockAhead: () => apart.offsetMs };
    return { webhooks, ownership: ownershipOf(clientOf(root, place), there) };
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
        return readable(() => toDetail(ofTransaction(readDetail(json), id), json, asOf));
      },
    },
    summary: summaryReader(deps),
    disputes: disputesOf(deps),
    callbackSecret: callbackSecretOf(deps),
    deliveries: deliveriesOf(deps),
    resends: resendsOf(deps),
    ...moneyMembers(deps, profile, monitor),
    ...webhookMembers(),
  };
}

const ofTransaction = (read: WireDetail, id: string): WireDetail => ({
  ...read,
  transaction: withRequestedId(read.transaction, id),
});

/**
 * Document 1's table has no receipts, only their refusals (PZC320, PZC321). The answer is a PDF, as bytes or
 * as Base64.
 */
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

/**
 * GET /status/, whose answer document 1 does not show: JSON unchanged, or a short text. A page is unreadable.
 */
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

/**
 * Document 1, Refunds. Accepted does not mean refunded: the provider decides later, and `state` shows it.
 */
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

/** Port members that move money or report on it. */
function moneyMembers(deps: PixDeps, profile: NonNullable<ProviderPort['profile']>, monitor: AccountMonitor) {
  return {
    charges: chargesOf(deps),
    withdrawals: withdrawalsOf(deps),
    transfers: transfersOf(deps, (call) => ownNumber(deps, profile, call)),
    refunds: refundsOf(deps),
    keyLookup: keyLookupOf(deps),
    decodeCode: decodeCodeOf(deps),
    statement: statementOf(deps, () => monitor.offsetMs ?? 0),
    pendingDeposits: pendingDepositsOf(deps),
    reports: reportsOf(deps),
    receipt: receiptOf(deps),
    status: statusReaderOf(deps),
  } satisfies Partial<ProviderPort>;
}

/**
 * The account's own number. Document 1 shows it in every transaction, not in GET /user: the receiver of a
 * deposit and the payer of a withdrawal are the account itself.
 */
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

/**
 * GET /user/summary is not in document 1: a service without it answers 404 or 405, and is not asked again for
 * an hour.
 */
function summaryReader({ client, readable, now }: AdapterDeps): NonNullable<ProviderPort['summary']> {
  const absent = absentFor(now);
  return ({ from, to, byDay }, call): Promise<Summary | null> => {
    const dateTo = new Date(Date.parse(to) - 1).toISOString();
    const days = byDay ? { groupBy: 'day', grouped: 'true' } : {};
    return absent(async () => {
      const { json } = await client.read('/user/summary', { dateFrom: from, dateTo, ...days }, call);
      return readable(() => toSummary(readSummary(json)));
    });
  };
}
