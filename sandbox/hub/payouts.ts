import { CENTS, type Core, centsOf, HOUR, iso, without } from './core.ts';
import type { Payout, Transfer } from './model.ts';
import { isUnknownKey, maskedKey } from './people.ts';
import { feeOf } from './settings.ts';

/** Simulated ms after the request. */
const STEPS = { CREATED: 1000, APPROVED: 2500, CONFIRMED: 4500 };
const LONG = 2 * HOUR;

export type NewPayout = {
  word: string;
  operation: Payout['operation'];
  amount: number;
  pixKey: string;
  pixKeyType: string;
  receiverName: string | null;
  comment: string | null;
  externalRef: string | null;
  callbackUrl: string | null;
};

function payoutData(payout: Payout): Record<string, unknown> {
  return without({
    withdrawId: payout.hookId,
    operation: payout.operation,
    status: payout.status,
    amount: payout.amount,
    serviceFee: payout.fee,
    totalDebited: payout.amount + payout.fee,
    pixKey: maskedKey(payout.pixKey),
    pixKeyType: payout.pixKeyType,
    externalRef: payout.externalRef,
    endToEndId: payout.endToEndId,
    failureReason: payout.failureReason,
    createdAt: iso(payout.createdAt),
  });
}

function blankPayout(core: Core, { word, receiverName, ...given }: NewPayout): Payout {
  const at = core.now();
  const holder = core.people.holder(given.pixKey);
  return {
    ...given,
    id: core.ids.id('wdr', word),
    hookId: core.ids.id('wtd', word),
    status: 'REQUESTED',
    fee: feeOf(given.operation === 'WITHDRAW' ? 'withdraw' : 'externalPayment', given.amount),
    receiver: receiverName === null ? holder : { ...holder, name: receiverName },
    endToEndId: null,
    failureReason: null,
    returned: 0,
    createdAt: at,
    updatedAt: at,
    endedAt: null,
  };
}

/** Amount and fee leave the available balance at once. */
export function requestPayout(core: Core, newPayout: NewPayout): Payout {
  const payout = blankPayout(core, newPayout);
  const { createdAt: at, amount } = payout;
  core.book.addPayout(payout);
  core.book.post({
    type: 'PAYOUT',
    amount: -(amount + payout.fee),
    gross: amount,
    fee: payout.fee,
    of: payout.id,
    description: payout.operation === 'WITHDRAW' ? 'Saque' : 'Pagamento de Pix copia e cola',
    createdAt: at,
    postedAt: at,
  });
  core.emit('WITHDRAW_CREATED', payoutData(payout), payout.callbackUrl);
  planPayout(core, payout);
  return payout;
}

function planPayout(core: Core, payout: Payout): void {
  const { createdAt: at, amount } = payout;
  const move = (wait: number, run: () => void) =>
    core.later(at + wait, () => {
      if (payout.endedAt === null) run();
    });
  if (centsOf(amount) === CENTS.failsEarly || isUnknownKey(payout.pixKey)) {
    const reason = isUnknownKey(payout.pixKey) ? 'PIX_KEY_NOT_FOUND' : 'PROVIDER_REFUSED';
    move(STEPS.CREATED, () => failPayout(core, payout, reason));
    return;
  }
  move(STEPS.CREATED, () => step(core, payout, 'CREATED'));
  move(STEPS.APPROVED, () => step(core, payout, 'APPROVED'));
  const end = centsOf(amount) === CENTS.takesLong ? LONG : STEPS.CONFIRMED;
  if (centsOf(amount) === CENTS.fails) move(end, () => failPayout(core, payout, 'RECEIVER_ACCOUNT_CLOSED'));
  else move(end, () => confirmPayout(core, payout));
}

function step(core: Core, payout: Payout, status: Payout['status']): void {
  payout.status = status;
  payout.updatedAt = core.now();
}

export function confirmPayout(core: Core, payout: Payout): void {
  const at = core.now();
  step(core, payout, 'CONFIRMED');
  payout.endedAt = at;
  payout.endToEndId = core.ids.endToEnd('E', core.profile.ispb, at, payout.id);
  core.emit('WITHDRAW_COMPLETED', payoutData(payout), payout.callbackUrl);
}

export function failPayout(core: Core, payout: Payout, reason: string): void {
  const at = core.now();
  step(core, payout, 'FAILED');
  payout.endedAt = at;
  payout.failureReason = reason;
  core.book.post({
    type: 'PAYOUT_REVERSAL',
    amount: payout.amount + payout.fee,
    gross: payout.amount,
    fee: payout.fee,
    of: payout.id,
    description: 'Saque não concluído, valor de volta',
    createdAt: payout.createdAt,
    postedAt: at,
  });
  core.emit('WITHDRAW_FAILED', payoutData(payout), payout.callbackUrl);
}

/** The recipient returns a Pix, in full or in part. Only registered endpoints are notified. */
export function receiveReturn(core: Core, payout: Payout, amount: number): void {
  const at = core.now();
  payout.returned += amount;
  payout.updatedAt = at;
  core.book.post({
    type: 'PAYOUT_REFUND_RECEIVED',
    amount,
    gross: amount,
    fee: 0,
    of: payout.id,
    description: 'Devolução recebida do destinatário',
    createdAt: at,
    postedAt: at,
  });
  const { pixKey: _, ...data } = payoutData(payout);
  core.emit('WITHDRAW_REFUND_RECEIVED', { ...data, refundedAmount: amount, totalRefunded: payout.returned });
}

export type NewTransfer = {
  word: string;
  direction: Transfer['direction'];
  amount: number;
  pixKey: string;
  comment: string | null;
  externalRef: string | null;
  callbackUrl: string | null;
};

/** The transfer ends at once: CONFIRMED, or FAILED without moving money. */
export function makeTransfer(core: Core, { word, ...given }: NewTransfer): Transfer {
  const at = core.now();
  const failed = given.direction === 'SENT' && centsOf(given.amount) === CENTS.fails;
  const transfer: Transfer = {
    ...given,
    id: core.ids.id('trf', word),
    hookId: core.ids.id('tid', word),
    status: failed ? 'FAILED' : 'CONFIRMED',
    counterparty: core.people.holder(given.pixKey),
    failureReason: failed ? 'RECEIVER_ACCOUNT_BLOCKED' : null,
    createdAt: at,
  };
  core.book.addTransfer(transfer);
  if (failed) return transfer;
  const sent = transfer.direction === 'SENT';
  core.book.post({
    type: 'INTERNAL_TRANSFER',
    amount: sent ? -transfer.amount : transfer.amount,
    gross: transfer.amount,
    fee: 0,
    of: transfer.id,
    description: sent ? 'Transferência enviada' : 'Transferência recebida',
    createdAt: at,
    postedAt: at,
  });
  const data = without({
    transferId: transfer.hookId,
    status: transfer.status,
    amount: transfer.amount,
    comment: transfer.comment,
    externalRef: transfer.externalRef,
    counterparty: { name: transfer.counterparty.name, pixKey: maskedKey(transfer.pixKey) },
    createdAt: iso(at),
  });
  if (sent) core.emit('INTERNAL_TRANSFER_SENT', data, transfer.callbackUrl);
  else core.emit('INTERNAL_TRANSFER_RECEIVED', data);
  return transfer;
}
