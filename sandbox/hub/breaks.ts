import type { BreakRequest } from '../break-request.ts';
import { type Core, DAY } from './core.ts';
import type { Charge, HubBreak, Line } from './model.ts';

const SECOND = 1000;

function targetOf({ book, now }: Core, { id, from, to, kind }: BreakRequest): Charge | undefined {
  // All lines of a break are of the day and not in the future; of `other-day`, the next day's neither.
  const until = Math.min(to, kind === 'other-day' ? now() - DAY : now()) - 3 * SECOND;
  return book.charges.find(
    (one) =>
      (id === null || id === one.id || id === one.hookId || id === one.externalRef) &&
      one.status === 'PAID' &&
      one.paidAt !== null &&
      one.paidAt >= from &&
      one.paidAt < until &&
      one.expiresAt <= now() &&
      one.refunds.length === 0 &&
      !book.openDispute(one.id) &&
      !book.breaks.some(({ paymentId }) => paymentId === one.hookId),
  );
}

function addRefund({ ids, book }: Core, charge: Charge, at: number, { side }: BreakRequest): void {
  const amount = Math.floor(charge.amount / 2);
  const id = ids.id('rfd', charge.id, charge.refunds.length);
  if (side === 'line') {
    const part = { type: 'PAYMENT_REFUND', amount: -amount, gross: amount, fee: 0, of: charge.id } as const;
    book.insert({ ...part, refundId: id, description: 'Devolução pedida', createdAt: at, postedAt: at });
    return;
  }
  charge.refunds.push({
    id,
    amount,
    fee: 0,
    status: 'COMPLETED',
    reason: 'REQUESTED',
    failureReason: null,
    endToEndId: ids.endToEnd('D', charge.payer?.bank.ispb ?? '00000000', at, id),
    createdAt: at,
    endedAt: at,
  });
}

/** A block that no dispute explains; with its end, another amount is settled or released. */
function addDispute({ ids, book }: Core, charge: Charge, at: number, { part, amount }: BreakRequest): void {
  const protocol = ids.uuid('break', book.breaks.length);
  const line = { gross: charge.amount, fee: 0, of: charge.id, protocol, createdAt: at };
  const block = {
    type: 'INFRACTION_BLOCK',
    amount: -charge.amount,
    description: 'Bloqueio por contestação',
  } as const;
  book.insert({ ...line, ...block, postedAt: at });
  const end =
    part === 'settlement'
      ? ({ type: 'INFRACTION_SETTLED', amount: -amount, description: 'Contestação procedente' } as const)
      : ({
          type: 'INFRACTION_RELEASED',
          amount: charge.amount - amount,
          description: 'Bloqueio desfeito',
        } as const);
  if (part !== 'block') book.insert({ ...line, ...end, postedAt: at + SECOND });
}

function apply(core: Core, request: BreakRequest, charge: Charge, line: Line): void {
  const { book, ids } = core;
  const { kind, amount, until } = request;
  const at = line.postedAt + SECOND;
  const place = book.lines.indexOf(line);
  const insert = (type: Line['type'], signed: number, of: string, description: string) => {
    book.insert({
      type,
      amount: signed,
      gross: amount,
      fee: 0,
      of,
      description,
      createdAt: at,
      postedAt: at,
    });
  };
  switch (kind) {
    case 'line-without-transaction':
      insert('PAYMENT', amount, ids.id('chg', 'none', book.breaks.length), 'Cobrança paga');
      break;
    case 'transaction-without-line':
      book.remove(line);
      break;
    case 'amount':
      line.gross += amount;
      line.amount += amount;
      book.shift(place, amount);
      break;
    case 'fee':
      line.fee += amount;
      line.amount -= amount;
      book.shift(place, -amount);
      break;
    case 'other-day':
      book.remove(line);
      book.restore({ ...line, postedAt: line.postedAt + DAY });
      break;
    case 'refund':
      addRefund(core, charge, at, request);
      break;
    case 'dispute':
      addDispute(core, charge, at, request);
      break;
    case 'sweep':
      insert('AUTO_WITHDRAW', -amount, '', 'Saque automático');
      break;
    case 'adjustment':
      insert('ADJUSTMENT', amount, '', 'Ajuste');
      break;
    case 'gap':
      book.shift(place, amount);
      break;
    case 'late-line':
      book.remove(line);
      core.later(until, () => book.restore(line));
      break;
    case 'late-status': {
      const { status, paidAt } = charge;
      Object.assign(charge, { status: 'PENDING', paidAt: null });
      core.later(until, () => void Object.assign(charge, { status, paidAt }));
      break;
    }
  }
}

/** Puts one break into the books of a day; null when the day has no paid charge left. */
export function breakBooks(core: Core, request: BreakRequest): HubBreak | null {
  const charge = targetOf(core, request);
  const line = core.book.lines.find(({ of, type }) => of === charge?.id && type === 'PAYMENT');
  if (!charge || !line) return null;
  apply(core, request, charge, line);
  const made = { kind: request.kind, day: request.day, paymentId: charge.hookId };
  core.book.breaks.push(made);
  return made;
}
