import { type ApiControl, ControlError, type Input } from '../control-parts.ts';
import { PixError } from '../errors.ts';
import type { Certificates } from './certificates.ts';
import { isResult, RESULTS, STATUS } from './codes.ts';
import type { Charge, Notice } from './model.ts';
import { type CardParts, type CardState, wireCharge } from './parts.ts';
import type { Postbacks } from './postbacks.ts';
import { chargebackClosed, chargedBack, isOpen } from './steps.ts';

export type ControlOptions = {
  parts: CardParts;
  postbacks: Postbacks;
  certificates: Certificates | null;
  change(part: Partial<CardState>): void;
};

const WAITING: readonly number[] = [STATUS.pending, STATUS.authorized];
const SHOWN = 20;

/** Finds a charge by id or by the shop's own reference. */
function chargeOf({ book }: CardParts, input: Input): Charge {
  const id = input.id ?? input.chargeId;
  const known = typeof id === 'string' ? book.charge(id) : null;
  const charge = known ?? book.select(({ externalId }) => externalId === (input.externalId ?? id))[0];
  if (!charge) throw new ControlError(404, 'no such charge');
  return charge;
}

function settle(parts: CardParts, input: Input): Notice {
  const charge = chargeOf(parts, input);
  const outcome = String(input.outcome ?? 'paid');
  if (!isResult(outcome)) throw new ControlError(400, `outcome: one of ${Object.keys(RESULTS).join(', ')}`);
  if (!WAITING.includes(charge.payment.status))
    throw new ControlError(409, `already ${charge.payment.status}`);
  const { acquirerTransactionId } = charge.payment;
  const payment = { ...RESULTS[outcome], acquirerTransactionId };
  const event = outcome === 'fraud' ? 'antifraud.update' : 'charge.update';
  return { event, charge: { ...charge, payment, updatedAt: parts.clock.now(), plan: [] } };
}

/** Opens a chargeback on a paid charge. With `close` (WON, LOST) it ends the open one. */
function chargeback(parts: CardParts, input: Input): Notice {
  const charge = chargeOf(parts, input);
  const at = parts.clock.now();
  const open = charge.chargebacks.find(isOpen);
  if (input.close === 'WON' || input.close === 'LOST') {
    if (!open) throw new ControlError(409, 'no open chargeback');
    return chargebackClosed(charge, open.id, input.close, at);
  }
  if (input.close !== undefined) throw new ControlError(400, 'close: WON or LOST');
  if (open || charge.payment.status !== STATUS.paid)
    throw new ControlError(409, 'only a paid charge without an open one');
  const id = `cbk-${charge.id.slice(0, 8)}-${charge.chargebacks.length + 1}`;
  return chargedBack(charge, id, charge.amount - charge.reversed, at);
}

function stateChange({ parts, change }: ControlOptions, input: Input): CardState {
  const { postbackUrl } = input;
  if (input.revokeTokens === true) change({ round: parts.state().round + 1 });
  else if (postbackUrl === null || typeof postbackUrl === 'string') change({ postbackUrl });
  else throw new ControlError(400, 'revokeTokens: true, or postbackUrl');
  return parts.state();
}

function failing(postbacks: Postbacks, input: Input) {
  try {
    return postbacks.faults.add(input);
  } catch (error) {
    if (error instanceof PixError) throw new ControlError(400, error.details?.[0]?.message ?? error.message);
    throw error;
  }
}

/** POST /control/<name> with `api: 'card'`. */
export function cardControl(options: ControlOptions): ApiControl {
  const { parts, postbacks, certificates, change } = options;
  const made = (input: Input, how: (parts: CardParts, input: Input) => Notice) => {
    const notice = how(parts, input);
    parts.life.put(notice);
    const target = notice.charge.externalId;
    parts.log({ at: parts.clock.now(), kind: 'card', text: `Cartão: ${notice.event} pelo controle`, target });
    return { charge: wireCharge(parts, notice.charge) };
  };
  return {
    actions: {
      pay: (input) => made(input, settle),
      dispute: (input) => made(input, chargeback),
      state: (input) => stateChange(options, input),
      'fail-deliveries': (input) => failing(postbacks, input),
    },
    state: () => ({
      account: parts.state(),
      certificates,
      pending: parts.book
        .select(({ payment }) => WAITING.includes(payment.status))
        .slice(0, SHOWN)
        .map((charge) => wireCharge(parts, charge)),
      counts: {
        charges: [...parts.book.charges()].length,
        recurrences: [...parts.book.recurrences()].length,
      },
      postbacks: postbacks.state(),
    }),
    clear: (id) => postbacks.faults.clear(id),
    normal() {
      postbacks.faults.clear();
      change({ postbackUrl: null });
    },
  };
}
