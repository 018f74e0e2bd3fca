import { randomBytes } from 'node:crypto';
import { DIALECTS, type Dialect } from '../account.ts';
import { readBreak } from '../break-request.ts';
import { oneOf, textList, wholeNumber } from '../control-input.ts';
import { type ApiControl, ControlError, type Input } from '../control-parts.ts';
import type { Faults } from '../deliveries/faults.ts';
import { answerAt, readManualCall } from '../deliveries/standing-receiver.ts';
import type { Incoming } from '../http.ts';
import { HOUR } from './core.ts';
import { type Credentials, serviceToken } from './credentials.ts';
import { type HubDeliveries, signatureOf } from './deliveries.ts';
import { type Charge, type Deposit, DISPUTE_STATES, DISPUTE_TYPES, isOver } from './model.ts';
import type { HubParts } from './parts.ts';
import { initialSettings, type Settings } from './settings.ts';
import { chargeJson, depositJson, disputeJson, payoutJson, transferJson } from './wire.ts';

export type ControlledHub = {
  parts: HubParts;
  credentials: Credentials;
  deliveries: HubDeliveries;
  faults: Faults;
};

function optionalText(input: Input, ...names: string[]): string | undefined {
  for (const name of names) if (typeof input[name] === 'string') return input[name];
  return undefined;
}

function note({ log, now }: HubParts, text: string, target: string): void {
  log({ at: now(), kind: 'hub', text, target });
}

/** Finds a payment by either id, reference or end-to-end id. */
function receivedOf({ book }: HubParts, input: Input): Charge | Deposit {
  const id = optionalText(input, 'id', 'paymentId', 'depositId') ?? '';
  const reference = optionalText(input, 'externalRef', 'clientReference');
  const endToEndId = optionalText(input, 'endToEndId');
  const all: (Charge | Deposit)[] = [...book.charges, ...book.deposits];
  const one =
    book.received(id) ??
    all.find(
      (row) =>
        (reference !== undefined && row.kind === 'charge' && row.externalRef === reference) ||
        (endToEndId !== undefined && row.endToEndId === endToEndId),
    );
  if (!one) throw new ControlError(404, 'no such charge or deposit');
  return one;
}

/** Ends a charge; outcome: paid, expired, returned (by the bank itself). */
function pay(parts: HubParts, input: Input) {
  const charge = receivedOf(parts, input);
  if (charge.kind !== 'charge') throw new ControlError(409, 'a deposit is paid already');
  const how = oneOf(input, 'outcome', ['paid', 'expired', 'returned']);
  const needed = how === 'returned' ? 'PAID' : 'PENDING';
  if (charge.status !== needed) throw new ControlError(409, `already ${charge.status}`);
  if (how === 'returned' && charge.refunds.length > 0) throw new ControlError(409, 'refunds were begun');
  parts.world.run('chargeEnd', { of: charge.id, how });
  note(parts, `Cobrança: ${how}`, charge.externalRef ?? charge.id);
  return { payment: chargeJson(parts.book, charge) };
}

function deposit(parts: HubParts, input: Input) {
  const { world, core, book } = parts;
  const { name, document, bank } = core.people.person(Number(input.payer ?? 11));
  const made = world.run('deposit', {
    word: world.nextWord(),
    amount: wholeNumber(input, 'amount', 5000),
    payer: { name: optionalText(input, 'payerName') ?? name, document, bank },
    receiverPixKey: book.keys.find((one) => one.isDefault)?.key ?? core.profile.document,
  });
  note(parts, 'Pix sem cobrança', made.hookId);
  return { deposit: { ...depositJson(book, made), depositId: made.hookId } };
}

/** Ends a withdrawal; outcome: confirmed, failed, returned (the recipient sends `amount` back). */
function withdraw(parts: HubParts, input: Input) {
  const reference = optionalText(input, 'externalRef', 'clientReference');
  const payout =
    parts.book.payout(optionalText(input, 'id', 'withdrawId') ?? '') ??
    parts.book.payouts.find((one) => reference !== undefined && one.externalRef === reference);
  if (!payout) throw new ControlError(404, 'no such withdrawal');
  const how = oneOf(input, 'outcome', ['confirmed', 'failed', 'returned']);
  const fits = how === 'returned' ? payout.status === 'CONFIRMED' : payout.endedAt === null;
  if (!fits) throw new ControlError(409, `already ${payout.status}`);
  const amount = how === 'returned' ? wholeNumber(input, 'amount', payout.amount) : 0;
  parts.world.run('payoutEnd', { of: payout.id, how, amount });
  note(parts, `Saque: ${how}`, payout.externalRef ?? payout.id);
  return { withdraw: payoutJson(payout) };
}

function refund(parts: HubParts, input: Input) {
  const refundId = optionalText(input, 'refundId', 'id') ?? '';
  const all = [...parts.book.charges, ...parts.book.deposits].flatMap((one) => one.refunds);
  const found = all.find((one) => one.id === refundId);
  if (!found) throw new ControlError(404, 'no such refund');
  if (found.status !== 'PENDING') throw new ControlError(409, `already ${found.status}`);
  parts.world.run('refundEnd', {
    refundId,
    failed: oneOf(input, 'outcome', ['completed', 'failed']) === 'failed',
  });
  return { refund: found };
}

/** Creates a transfer that the account receives. */
function transfer({ world, core }: HubParts, input: Input) {
  const made = world.run('transfer', {
    word: world.nextWord(),
    direction: 'RECEIVED',
    amount: wholeNumber(input, 'amount', 5000),
    pixKey: optionalText(input, 'pixKey') ?? core.people.person(3990).email,
    comment: optionalText(input, 'comment') ?? null,
    externalRef: null,
    callbackUrl: null,
    repeat: { names: [], print: '' },
  });
  return { transfer: { ...transferJson(made), transferId: made.hookId } };
}

function closeDispute(parts: HubParts, protocol: string, how: string) {
  const found = parts.book.dispute(protocol);
  if (!found) throw new ControlError(404, 'no such dispute');
  if (isOver(found)) throw new ControlError(409, `already ${found.status}`);
  if (how === 'AGREED' || how === 'DISAGREED') {
    parts.world.run('disputeMove', { protocol, status: 'CLOSED', result: how });
  } else {
    const status = DISPUTE_STATES.find((one) => one === how);
    if (!status) throw new ControlError(400, `close: AGREED, DISAGREED or ${DISPUTE_STATES.join(', ')}`);
    parts.world.run('disputeMove', { protocol, status });
  }
  return { dispute: disputeJson(parts.book, found) };
}

/** Opens a dispute with its deadline in hours, or moves the one with `protocol` to the status in `close`. */
function dispute(parts: HubParts, input: Input) {
  const protocol = optionalText(input, 'protocol', 'disputeId');
  if (protocol !== undefined) return closeDispute(parts, protocol, String(input.close ?? 'AGREED'));
  const of = receivedOf(parts, input);
  if (of.paidAt === null) throw new ControlError(409, 'only what was paid can be disputed');
  if (parts.book.openDispute(of.id)) throw new ControlError(409, 'already disputed');
  const hours = input.hours === undefined ? 168 : Number(input.hours);
  if (!(hours > 0 && hours <= 24 * 60)) throw new ControlError(400, 'hours: above 0');
  const type = oneOf(input, 'type', DISPUTE_TYPES);
  const made = parts.world.run('dispute', {
    word: parts.world.nextWord(),
    of: of.id,
    type,
    reportDetails: optionalText(input, 'reportDetails') ?? 'O pagador não reconhece a compra.',
    dueAt: parts.now() + Math.round(hours * HOUR),
  });
  if (!made) throw new ControlError(404, 'no such charge or deposit');
  note(parts, `Abriu disputa, prazo ${hours} h`, made.protocol);
  return { dispute: disputeJson(parts.book, made) };
}

/** Puts a break into the books of a day. Amounts of the Hub have no more than two decimals. */
function breakBooks(parts: HubParts, input: Input) {
  const request = readBreak(input, parts.now());
  if (request.decimals === 4) throw new ControlError(400, 'decimals: the Hub has whole cents');
  const made = parts.world.run('breakBooks', request);
  if (!made) throw new ControlError(409, 'no paid charge of the day that is not broken yet');
  note(parts, `Quebra no extrato: ${request.kind}`, made.paymentId);
  return { break: made };
}

const FLAGS = ['holderBlocked', 'expired', 'blocksBalance', 'rateLimits', 'quiet', 'loopback'] as const;

/**
 * Changes Settings. `revoked` revokes the current credential; `revokeTokens` ends every access token issued
 * until now.
 */
function settings({ parts, credentials }: ControlledHub, input: Input, incoming: Incoming) {
  const { core, world, account } = parts;
  const change: Partial<Settings> = {};
  for (const name of FLAGS) if (typeof input[name] === 'boolean') change[name] = input[name];
  const scopes = textList(input, 'scopes');
  if (scopes) change.scopes = scopes;
  const ips = textList(input, 'ips');
  if (ips) change.ips = ips.map((ip) => (ip === 'self' ? incoming.address : ip));
  const blockedOperations = textList(input, 'blockedOperations');
  if (blockedOperations) change.blockedOperations = blockedOperations;
  if (input.revoked === true)
    change.revoked = [...core.settings.revoked, ...credentials.valid().map((one) => one.clientId)];
  if (input.revoked === false) change.revoked = [];
  if (input.revokeTokens === true) change.tokensFrom = parts.now() + 1;
  if (input.dailyWithdrawLimit === null) change.dailyWithdrawLimit = null;
  else if (input.dailyWithdrawLimit !== undefined)
    change.dailyWithdrawLimit = wholeNumber(input, 'dailyWithdrawLimit', 1);
  if (input.dialect !== undefined) {
    if (!DIALECTS.includes(input.dialect as Dialect))
      throw new ControlError(400, `dialect: ${DIALECTS.join(', ')}`);
    account.change({ dialect: input.dialect as Dialect });
  }
  if (input.callbackSecret === null) world.run('callbackSecret', { secret: null });
  if (Object.keys(change).length > 0) world.run('settings', change);
  note(parts, `Hub: ${JSON.stringify(change)}`, 'state');
  return settingsJson(parts);
}

function settingsJson({ core: { settings: all } }: HubParts) {
  const { issued: _, ...shown } = all;
  return shown;
}

/** Issues a new credential. The previous one stays valid for 24 hours; the IP list is not copied. */
function rotate({ parts, credentials }: ControlledHub) {
  const made = {
    clientId: `cli_${randomBytes(11).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
    at: parts.now(),
  };
  parts.world.run('settings', { issued: [...parts.core.settings.issued, made], ips: [] });
  const { clientId, clientSecret } = credentials.valid().at(-1) ?? made;
  return { clientId, clientSecret, token: serviceToken({ clientId, clientSecret }) };
}

/** Answers a manual signed call to an endpoint at an example address. */
function receive({ parts: { book }, faults }: ControlledHub, input: Input) {
  const call = readManualCall(input);
  if (call === null) throw new ControlError(400, 'url: an address of an example; body: text');
  const secret = book.endpoints.find(({ url }) => url === call.url)?.secret ?? null;
  const got = call.headers['x-service-signature'] ?? '';
  const timestamp = call.headers['x-service-timestamp'] ?? '';
  return answerAt(call, faults, secret === null ? null : [got, signatureOf(secret, timestamp, call.body)]);
}

function stateOf({ parts, credentials, deliveries }: ControlledHub) {
  parts.world.settle();
  const { book, account } = parts;
  const last = credentials.valid().at(-1);
  const pending = book.charges.filter((one) => one.status === 'PENDING');
  return {
    dialect: account.state.dialect,
    credential: last ? { clientId: last.clientId, token: serviceToken(last) } : null,
    settings: settingsJson(parts),
    balance: { available: book.available, ...book.held() },
    callbackSecret: book.callbackSecret !== null,
    breaks: book.breaks,
    counts: {
      payments: book.charges.length,
      deposits: book.deposits.length,
      withdrawals: book.payouts.length,
      transfers: book.transfers.length,
      disputes: book.disputes.length,
      lines: book.lines.length,
    },
    pending: pending
      .slice(-20)
      .reverse()
      .map((one) => chargeJson(book, one)),
    inFlight: book.payouts.filter((one) => one.endedAt === null).map(payoutJson),
    disputes: book.disputes.filter((one) => !isOver(one)).map((one) => disputeJson(book, one)),
    deliveries: deliveries.state(),
  };
}

/** Handles `api: 'hub'` in the control API. The hub is created at its first use. */
export function hubControl(hub: () => ControlledHub, made: () => ControlledHub | null): ApiControl {
  const on =
    (run: (parts: HubParts, input: Input) => unknown) =>
    (input: Input): unknown => {
      const { parts } = hub();
      parts.world.settle();
      return run(parts, input);
    };
  return {
    actions: {
      pay: on(pay),
      deposit: on(deposit),
      withdraw: on(withdraw),
      refund: on(refund),
      transfer: on(transfer),
      dispute: on(dispute),
      'books/breaks': on(breakBooks),
      state: (input, incoming) => settings(hub(), input, incoming),
      rotate: () => rotate(hub()),
      resend(input) {
        if (!hub().deliveries.resend(optionalText(input, 'id', 'deliveryId') ?? ''))
          throw new ControlError(404, 'no such delivery among the last hundred');
        return { ok: true };
      },
      receive: (input) => receive(hub(), input),
      'fail-deliveries': (input) => hub().faults.add(input),
    },
    state() {
      const one = made();
      return one ? stateOf(one) : null;
    },
    clear: (id) => made()?.faults.clear(id),
    normal() {
      const one = made();
      if (!one) return;
      one.faults.clear();
      one.parts.rates.clear();
      const { issued: _, ...normal } = initialSettings();
      one.parts.world.run('settings', normal);
    },
  };
}
