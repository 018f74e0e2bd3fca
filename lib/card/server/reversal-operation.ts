import 'server-only';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { GIVEN_BACK, KINDS, leftOf } from '#lib/card/rules.ts';
import { redactCharge } from '#lib/card/server/card-charge-operation.ts';
import { chargeSeen } from '#lib/card/server/local-charges.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { NOBODY } from '#lib/operations/contract.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { confirmedSince, namesOf } from '#lib/operations/server/record.ts';
import {
  beforeRead,
  nameOlder,
  refuseLagging,
  stood,
  unchangedSince,
} from '#lib/operations/server/stale-read.ts';
import { aboutAnother } from '#lib/operations/server/verify-outcome.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';

/** The charge just before its reversal, to compare later reads with. Cents. */
export type Before = Pick<CardCharge, 'statusCode' | 'refundedAmount' | 'updatedAt'>;
/** `amount` null: all of it. */
export type ReversalRequest = { amount: number | null; before: Before };

const beforeOf = ({ statusCode, refundedAmount, updatedAt }: CardCharge): Before => ({
  statusCode,
  refundedAmount,
  updatedAt,
});

/** Document 3: gives a charge back, in whole or in part; one at a time for a charge, never again by itself. */
export const REVERSAL: OperationKind<ReversalRequest, CardCharge> = {
  name: KINDS.reverse,
  permission: 'refund',
  stepUp: true,
  approvable: true,
  afterCrash: 'never_sent',
  repeatable: false,
  touches: ['card'],
  makes: 'reversal',
  async send({ row, request, port, change }) {
    const moved = row.decidedAt === null ? null : await movedMeanwhile(port, row.target, request.before);
    if (moved !== null) return { kind: 'refused', sent: false, error: moved };
    const outcome = await partOf(port, 'card').charges.reverse(row.target, request.amount, change);
    return outcome.kind !== 'done' || outcome.value.id === row.target ? outcome : aboutAnother('charge');
  },
  async lookUp({ row, request, port, call }) {
    const { get } = partOf(port, 'card').charges;
    const now = await get(row.target, call);
    const { accountId, kind, createdAt } = row;
    await nameOlder({ accountId, kind }, async (id) => (await get(id, call)).names ?? [], createdAt);
    const seen = reversedSince(request, now, await confirmedSince(row, namesOf(row, now.names), []));
    if (seen === 'there') return { found: 'there', value: now };
    return seen === 'unsure' ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
  },
  /** What another reversal of the charge gave back confirms no second one. */
  async claim(tx, { row, request, value, answered }) {
    await lockNamed(tx, `reversals ${row.accountId}`);
    const others = await confirmedSince(row, namesOf(row, value.names), [], tx);
    const seen = reversedSince(request, value, others);
    return seen === 'there' || (answered && (seen === 'unsure' || others.length === 0)) ? value : null;
  },
  async receiver({ row, port, call }) {
    const { name, document } = (await partOf(port, 'card').charges.get(row.target, call)).customer;
    return { ...NOBODY, name, document };
  },
  show: (charge) => ({ charge: redactCharge(charge) }),
};

/** Approved hours after it was asked for, it goes only if the charge is what the second person agreed to. */
async function movedMeanwhile(port: ProviderPort, id: string, before: Before): Promise<GuicheError | null> {
  try {
    const now = await partOf(port, 'card').charges.get(id, SHARED_CALL);
    if (!hasMoved(before, now)) return null;
    const existing = { charge: redactCharge(now) };
    return new GuicheError('conflict', 'The charge changed since its reversal was asked for.', { existing });
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

const isBack = (code: number | null) => code !== null && GIVEN_BACK.includes(code);

/** Tells if a read shows at least as much given back as the end of an earlier reversal did. */
function showsAsMuch(earlier: Before, now: Before): boolean {
  if (isBack(earlier.statusCode) && now.statusCode !== null && !isBack(now.statusCode)) return false;
  return now.refundedAmount === null || now.refundedAmount >= (earlier.refundedAmount ?? 0);
}

/**
 * Tells if a reversal of this amount came since, by the rise of the amount given back, else by the state. `others`:
 * reversals of the charge that were confirmed since, with the cents that they gave back.
 */
export function reversedSince(
  { amount, before }: ReversalRequest,
  now: CardCharge,
  others: readonly { amount: number | null }[] = [],
): 'there' | 'absent' | 'unsure' {
  const taken = others.reduce<number | null>(
    (sum, one) => (sum === null || one.amount === null ? null : sum + one.amount),
    0,
  );
  if (taken !== 0) return beyond(taken, { amount, before }, now);
  const whole = isBack(now.statusCode) && !isBack(before.statusCode);
  const [then, since] = [before.refundedAmount, now.refundedAmount];
  if (whole && (amount === null || (then === null && since === null))) return 'there';
  // Nothing tells how much: an untouched charge was not given back, every other one may have been.
  if (since === null || (then === null && since > 0)) return isUntouched(before, now) ? 'absent' : 'unsure';
  if (amount === null) return hasMoved(before, now) ? 'unsure' : 'absent';
  const more = since - (then ?? 0);
  if (more === amount) return 'there';
  return more === 0 && !whole ? 'absent' : 'unsure';
}

/** The same where others gave back `taken` (null: nobody knows how much): only the amounts tell them apart. */
function beyond(taken: number | null, { amount, before }: ReversalRequest, now: CardCharge) {
  if (taken === null || now.refundedAmount === null || amount === null) return 'unsure';
  const more = now.refundedAmount - (before.refundedAmount ?? 0) - taken;
  if (more === amount) return 'there';
  return more === 0 ? 'absent' : 'unsure';
}

const isUntouched = (before: Before, now: CardCharge) =>
  now.updatedAt !== null && now.updatedAt === before.updatedAt && !hasMoved(before, now);

const hasMoved = (before: Before, now: CardCharge) =>
  now.statusCode !== before.statusCode || (now.refundedAmount ?? 0) !== (before.refundedAmount ?? 0);

/**
 * Gives a card charge back, at most once: all that is left, or a part. Never more than a fresh read says is left
 * (`above_left` at the amount); `already_done` where nothing is; `conflict` while another reversal of it is open under
 * whichever id, or where one began or ended since it was read; `provider_unreadable` where the read names no charge.
 */
export async function reverseCardCharge({
  ctx,
  id,
  body,
}: Args<'POST /card/charges/{id}/reversals'>): Promise<Reply> {
  const of = { accountId: ctx.account.id, kind: REVERSAL.name };
  const begun = await beforeRead(of, id);
  const charge = await chargeSeen(ctx, id);
  if (charge.names?.length === 0)
    throw new GuicheError('provider_unreadable', 'The provider does not name this charge.', {
      missing: ['id'],
    });
  const names = [...new Set([charge.id, id])];
  await nameOlder(of, async (target) => (await ctx.part('card').charges.get(target, ctx.call)).names ?? []);
  const before = await stood({ ...of, names }, begun);
  refuseLagging<{ charge?: CardCharge }>(before, (end) => !end.charge || showsAsMuch(end.charge, charge));
  const left = leftOf(charge);
  const existing = { charge: redactCharge(charge) };
  if (left === 0)
    throw new GuicheError('already_done', 'Nothing is left of this charge to give back.', { existing });
  if (left !== null && body.amount !== undefined && body.amount > left)
    throw new GuicheError('invalid_request', 'More than what is left of this charge.', {
      existing,
      fields: [{ field: 'amount', message: 'above_left' }],
    });
  // The rest of one that was given back in part is named, so that nothing beyond it can be meant.
  const rest = (charge.refundedAmount ?? 0) > 0 ? left : null;
  const amount = body.amount ?? rest;
  const leaving = amount ?? left ?? charge.amount;
  return performAndAnswer(
    ctx,
    REVERSAL,
    {
      target: charge.id,
      names,
      request: { amount, before: beforeOf(charge) },
      intent: { chargeId: charge.id, externalId: charge.externalId, whole: body.amount === undefined },
      ...(leaving === null ? {} : { amount: leaving }),
      within: unchangedSince(before),
    },
    { status: 201 },
  );
}
