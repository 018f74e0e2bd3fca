import { breakBooks } from './breaks.ts';
import {
  bankReturn,
  expireCharge,
  type NewCharge,
  type NewDeposit,
  payCharge,
  receiveDeposit,
  registerCharge,
} from './charges.ts';
import { CENTS, type Core, centsOf, iso } from './core.ts';
import { moveDispute, openDispute } from './disputes.ts';
import type {
  Charge,
  Deposit,
  Dispute,
  DisputeState,
  Endpoint,
  Payout,
  Person,
  PixKey,
  Refund,
  Transfer,
} from './model.ts';
import {
  confirmPayout,
  failPayout,
  makeTransfer,
  type NewPayout,
  type NewTransfer,
  receiveReturn,
  requestPayout,
} from './payouts.ts';
import { endRefund, startRefund } from './refunds.ts';
import type { Settings } from './settings.ts';

/** The names under which a repeated call finds this operation, and the fingerprint of its request. */
export type Repeat = { names: string[]; print: string };

/** A charge with these cents is paid automatically after this many simulated ms. */
const PAID_BY_ITSELF = 4000;

function recordRepeat(core: Core, id: string, { names, print }: Repeat): void {
  for (const name of names) core.book.recordRequest(name, { id, print });
}

function charge(core: Core, { repeat, ...input }: NewCharge & { repeat: Repeat }): Charge {
  const created = registerCharge(core, input);
  recordRepeat(core, created.id, repeat);
  if (centsOf(created.amount) === CENTS.paidByItself) {
    core.later(created.createdAt + PAID_BY_ITSELF, () => payCharge(core, created));
  }
  return created;
}

function payout(core: Core, { repeat, ...input }: NewPayout & { repeat: Repeat }): Payout {
  const created = requestPayout(core, input);
  recordRepeat(core, created.id, repeat);
  return created;
}

function transfer(core: Core, { repeat, ...input }: NewTransfer & { repeat: Repeat }): Transfer {
  const created = makeTransfer(core, input);
  recordRepeat(core, created.id, repeat);
  return created;
}

function refund(core: Core, { of, amount }: { of: string; amount: number }): Refund | null {
  const received = core.book.received(of);
  return received ? startRefund(core, received, amount) : null;
}

function refundEnd(core: Core, { refundId, failed }: { refundId: string; failed: boolean }): void {
  for (const one of [...core.book.charges, ...core.book.deposits]) {
    const found = one.refunds.find(({ id }) => id === refundId);
    if (found) endRefund(core, one, found, failed);
  }
}

function chargeEnd(
  core: Core,
  { of, how, payer }: { of: string; how: 'paid' | 'expired' | 'returned'; payer?: Person },
): void {
  const found = core.book.charge(of);
  if (!found) return;
  if (how === 'returned') bankReturn(core, found);
  else if (how === 'expired') expireCharge(core, found);
  else payCharge(core, found, payer);
}

function payoutEnd(
  core: Core,
  { of, how, amount = 0 }: { of: string; how: 'confirmed' | 'failed' | 'returned'; amount?: number },
): void {
  const found = core.book.payout(of);
  if (!found) return;
  if (how === 'returned') receiveReturn(core, found, amount);
  else if (found.endedAt === null && how === 'confirmed') confirmPayout(core, found);
  else if (found.endedAt === null) failPayout(core, found, 'PROVIDER_REFUSED');
}

type Opened = { word: string; of: string; type: string; reportDetails: string; dueAt: number };

function dispute(core: Core, { of, ...input }: Opened): Dispute | null {
  const received = core.book.received(of);
  return received ? openDispute(core, { ...input, of: received }) : null;
}

function disputeMove(
  core: Core,
  { protocol, status, result }: { protocol: string; status: DisputeState; result?: 'AGREED' | 'DISAGREED' },
): void {
  const found = core.book.dispute(protocol);
  if (found) moveDispute(core, found, status, result);
}

function keySave(core: Core, key: PixKey): PixKey {
  const old = core.book.keys.findIndex(({ id }) => id === key.id);
  if (old >= 0) core.book.keys[old] = key;
  else core.book.keys.push(key);
  if (key.isDefault) for (const one of core.book.keys) one.isDefault = one.id === key.id;
  return key;
}

function endpointSave(core: Core, saved: Omit<Endpoint, 'delivered'>): Endpoint {
  const old = core.book.endpoint(saved.id);
  if (old) return Object.assign(old, saved);
  const created = { ...saved, delivered: false };
  core.book.endpoints.push(created);
  return created;
}

function endpointRemove(core: Core, { id }: { id: string }): void {
  const place = core.book.endpoints.findIndex((one) => one.id === id);
  if (place >= 0) core.book.endpoints.splice(place, 1);
}

/** Changes settings. A change of the blocked operations sends an event. */
function settings(core: Core, change: Partial<Settings>): void {
  const before = core.settings.blockedOperations.join();
  Object.assign(core.settings, change);
  const { blockedOperations } = core.settings;
  if (blockedOperations.join() === before) return;
  const changedAt = iso(core.now());
  if (blockedOperations.length > 0) core.emit('ACCOUNT_BLOCKED', { blockedOperations, changedAt });
  else core.emit('ACCOUNT_UNBLOCKED', { changedAt });
}

/** Every change that comes from outside the world. The journal stores their data, so it is plain JSON. */
export const COMMANDS = {
  charge,
  payout,
  transfer,
  refund,
  refundEnd,
  chargeEnd,
  payoutEnd,
  dispute,
  disputeMove,
  deposit: (core: Core, input: NewDeposit): Deposit => receiveDeposit(core, input),
  keySave,
  endpointSave,
  endpointRemove,
  settings,
  breakBooks,
  callbackSecret(core: Core, { secret }: { secret: string | null }): void {
    core.book.callbackSecret = secret;
  },
};

export type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
