import { isResult, RESULTS, type ResultName, STATUS } from './codes.ts';
import type { Charge, Chargeback, Notice } from './model.ts';

const SAO_PAULO = -3 * 3_600_000;
const dayOf = (at: number) => Math.floor((at + SAO_PAULO) / 86_400_000);

function withResult(charge: Charge, name: ResultName, at: number): Notice {
  const { acquirerTransactionId } = charge.payment;
  return {
    event: name === 'fraud' ? 'antifraud.update' : 'charge.update',
    charge: { ...charge, updatedAt: at, payment: { ...RESULTS[name], acquirerTransactionId } },
  };
}

/** Refunds `amount` cents. A full refund on the creation day is a cancellation. */
export function reversed(charge: Charge, amount: number, at: number): Notice {
  const total = charge.reversed + amount;
  const whole = total >= charge.amount;
  const void_ = charge.payment.status === STATUS.authorized || dayOf(at) === dayOf(charge.createdAt);
  const next = whole
    ? withResult(charge, void_ ? 'voided' : 'refunded', at).charge
    : { ...charge, updatedAt: at };
  // A full refund cancels the plan, except the steps of an open chargeback.
  const plan = whole ? charge.plan.filter(({ act }) => act.startsWith('chargeback-')) : charge.plan;
  return { event: 'charge.update', charge: { ...next, reversed: total, plan } };
}

export function chargedBack(charge: Charge, id: string, amount: number, at: number): Notice {
  const opened: Chargeback = {
    id,
    status: 'OPEN',
    amount,
    reason: 'Compra não reconhecida pelo portador',
    createdAt: at,
    updatedAt: at,
  };
  return {
    event: 'chargeback',
    charge: { ...charge, updatedAt: at, chargebacks: [...charge.chargebacks, opened] },
  };
}

export function chargebackClosed(charge: Charge, id: string, status: 'WON' | 'LOST', at: number): Notice {
  const chargebacks = charge.chargebacks.map((one) =>
    one.id === id ? { ...one, status, updatedAt: at } : one,
  );
  return { event: 'chargeback', charge: { ...charge, updatedAt: at, chargebacks } };
}

export const isOpen = ({ status }: Chargeback): boolean => status === 'OPEN';

/** Runs the next step of a charge's plan; null when the step no longer applies. */
export function stepped(before: Charge): Notice | null {
  const [step, ...plan] = before.plan;
  if (!step) return null;
  const charge = { ...before, plan };
  const { act, at } = step;
  const remaining = charge.amount - charge.reversed;
  if (isResult(act)) return withResult(charge, act, at);
  if (act === 'reverse') return reversed(charge, remaining, at);
  if (act === 'reverse-part') return reversed(charge, Math.max(1, Math.floor(charge.amount / 3)), at);
  if (act === 'chargeback')
    return chargedBack(
      charge,
      `cbk-${charge.id.slice(0, 8)}-${charge.chargebacks.length + 1}`,
      remaining,
      at,
    );
  const open = charge.chargebacks.find(isOpen);
  return open ? chargebackClosed(charge, open.id, act === 'chargeback-won' ? 'WON' : 'LOST', at) : null;
}
