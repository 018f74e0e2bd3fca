import { randomInt, randomUUID } from 'node:crypto';
import { paging, text, time } from '../pix/params.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { type ChargeForm, readChargeForm } from './charge-form.ts';
import { RESULTS, STATUS } from './codes.ts';
import { begun } from './cycles.ts';
import { CardError } from './errors.ts';
import { newAcquirerId } from './life.ts';
import type { Charge } from './model.ts';
import { type CardParts, wireCharge } from './parts.ts';
import { planOf } from './scenarios.ts';
import { isOpen, reversed } from './steps.ts';

const LARGEST_PAGE = 100;
/** A subscription starts only when its first charge succeeds or may still succeed. */
const BEGINS: readonly number[] = [STATUS.authorized, STATUS.paid, STATUS.pending];

export function foundCharge({ book }: CardParts, id: string | undefined): Charge {
  const charge = book.charge(id ?? '');
  if (!charge) throw new CardError(404, 'Cobrança não encontrada.');
  return charge;
}

function chargeOf(form: ChargeForm, now: number): Charge {
  const { amount, externalId, postbackUrl, installments, scenario } = form;
  const begins = form.recurrence !== null && BEGINS.includes(RESULTS[scenario.first].status);
  return {
    ...{ id: randomUUID(), externalId, postbackUrl, amount, installments },
    ...{ createdAt: now, updatedAt: now, customer: { id: randomInt(30_000, 9_999_999), ...form.customer } },
    payment: { ...RESULTS[scenario.first], acquirerTransactionId: newAcquirerId() },
    recurrentPaymentId: begins ? randomUUID() : null,
    recurrenceCycle: begins ? 0 : null,
    ...{ reversed: 0, chargebacks: [], plan: planOf(scenario, now) },
  };
}

function create(parts: CardParts, { body }: PixRequest) {
  const now = parts.clock.now();
  const form = readChargeForm(body, now);
  const charge = chargeOf(form, now);
  if (form.recurrence && charge.recurrentPaymentId !== null) {
    parts.life.putRecurrence(begun({ id: charge.recurrentPaymentId, first: charge, ...form.recurrence }));
  }
  const fraud = charge.payment.status === STATUS.aborted;
  parts.life.put({ event: fraud ? 'antifraud.update' : 'charge.update', charge });
  return { status: 200, json: wireCharge(parts, charge) };
}

function list(parts: CardParts, { query }: PixRequest) {
  const { page, limit, offset } = paging(query, LARGEST_PAGE);
  const from = time(query, 'startDate', false) ?? 0;
  const to = time(query, 'endDate', true) ?? Number.MAX_SAFE_INTEGER;
  const recurrence = text(query, 'recurrentPaymentId', 64);
  const found = parts.book.select(
    ({ createdAt, recurrentPaymentId }) =>
      createdAt >= from && createdAt <= to && (recurrence === undefined || recurrentPaymentId === recurrence),
  );
  const charges = found.slice(offset, offset + limit).map((charge) => wireCharge(parts, charge));
  return {
    status: 200,
    json: { page, total: found.length, totalPages: Math.ceil(found.length / limit), charges },
  };
}

/** Reads the amount in cents from the QUERY; without it, the rest of the charge. */
function requestedAmount(query: URLSearchParams, remaining: number): number {
  const requested = query.get('amount');
  if (requested === null) return remaining;
  const fault = (message: string) => new CardError(400, 'Dados inválidos.', [{ field: 'amount', message }]);
  if (!/^\d{1,12}$/.test(requested) || Number(requested) < 1)
    throw fault('deve ser um inteiro de centavos acima de zero');
  if (Number(requested) > remaining)
    throw new CardError(422, `Valor acima do que resta da cobrança: ${remaining}.`);
  return Number(requested);
}

function reverse(parts: CardParts, { params, query }: PixRequest) {
  const charge = foundCharge(parts, params.id);
  const { status } = charge.payment;
  if (status === STATUS.voided || status === STATUS.refunded)
    throw new CardError(409, 'Cobrança já estornada.');
  if (status !== STATUS.paid && status !== STATUS.authorized) {
    throw new CardError(422, 'Somente cobranças autorizadas ou pagas podem ser estornadas.');
  }
  if (charge.chargebacks.some(isOpen)) throw new CardError(422, 'A cobrança tem um chargeback aberto.');
  const remaining = charge.amount - charge.reversed;
  const amount = requestedAmount(query, remaining);
  if (status === STATUS.authorized && amount < remaining) {
    throw new CardError(422, 'Uma cobrança ainda não capturada só pode ser cancelada por inteiro.');
  }
  const notice = reversed(charge, amount, parts.clock.now());
  parts.life.put(notice);
  return { status: 200, json: wireCharge(parts, notice.charge) };
}

export function chargeRoutes(parts: CardParts): PixRoute[] {
  return [
    { method: 'POST', path: '/charges', handle: (request) => create(parts, request) },
    { method: 'GET', path: '/charges', handle: (request) => list(parts, request) },
    {
      method: 'GET',
      path: '/charges/:id',
      handle: ({ params }) => ({ status: 200, json: wireCharge(parts, foundCharge(parts, params.id)) }),
    },
    { method: 'PUT', path: '/charges/:id/reverse', handle: (request) => reverse(parts, request) },
  ];
}
