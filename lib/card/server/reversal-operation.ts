import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import { KINDS, REVERSED, reversibleCents } from '#lib/card/rules.ts';
import { redactCharge } from '#lib/card/server/create-card-charge.ts';
import { readKnownCharge } from '#lib/card/server/list-card-charges.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lockNamed } from '#lib/data/client.ts';
import { EMPTY_RECEIVER } from '#lib/operations/contract.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { aboutAnother, errorOf } from '#lib/operations/server/reconcile.ts';
import {
  afterRead,
  beforeRead,
  confirmedSince,
  nameOlder,
  namesOf,
  refuseLagging,
  unchangedSince,
} from '#lib/operations/server/thing.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { partOf, SHARED_CALL } from '#lib/providers/reach.ts';

/** The charge just before its reversal, to compare later reads with. Cents. */
export type Before = Pick<CardCharge, 'statusCode' | 'refundedAmount' | 'updatedAt'>;
/** `amount` null: the whole charge. */
type ReversalRequest = { amount: number | null; before: Before };

const beforeOf = ({ statusCode, refundedAmount, updatedAt }: CardCharge): Before => ({
  statusCode,
  refundedAmount,
  updatedAt,
});

/** Document 3: reverses a charge, in full or in part, one at a time, never sent again automatically. */
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
    const moved = row.decidedAt === null ? null : await changedSinceRequest(port, row.target, request.before);
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
  /** An amount reversed by another operation does not confirm this one. */
  async claim(tx, { row, request, value, answered }) {
    await lockNamed(tx, `reversals ${row.accountId}`);
    const others = await confirmedSince(row, namesOf(row, value.names), [], tx);
    const seen = reversedSince(request, value, others);
    return seen === 'there' || (answered && (seen === 'unsure' || others.length === 0)) ? value : null;
  },
  async receiver({ row, port, call }) {
    const { name, document } = (await partOf(port, 'card').charges.get(row.target, call)).customer;
    return { ...EMPTY_RECEIVER, name, document };
  },
  show: (charge) => ({ charge: redactCharge(charge) }),
};

/** Error if the charge changed since the request: a late approval covers what was approved. Null: unchanged. */
const changedSinceRequest = (port: ProviderPort, id: string, before: Before) =>
  errorOf(async () => {
    const now = await partOf(port, 'card').charges.get(id, SHARED_CALL);
    if (!hasMoved(before, now)) return null;
    const existing = { charge: redactCharge(now) };
    return new GuicheError('conflict', 'The charge changed since its reversal was asked for.', { existing });
  });

const isReversed = (code: number | null) => code !== null && REVERSED.includes(code);

/** Whether a read shows at least as much reversed as the end of an earlier reversal did. */
function showsAtLeast(earlier: Before, now: Before): boolean {
  if (isReversed(earlier.statusCode) && now.statusCode !== null && !isReversed(now.statusCode)) return false;
  return now.refundedAmount === null || now.refundedAmount >= (earlier.refundedAmount ?? 0);
}

/** By the rise of the reversed amount, else by the state. `others`: reversals confirmed since, cents. */
export function reversedSince(
  { amount, before }: ReversalRequest,
  now: CardCharge,
  others: readonly { amount: number | null }[] = [],
): 'there' | 'absent' | 'unsure' {
  const taken = others.reduce<number | null>(
    (sum, one) => (sum === null || one.amount === null ? null : sum + one.amount),
    0,
  );
  if (taken !== 0) return reversedBeyond(taken, { amount, before }, now);
  const whole = isReversed(now.statusCode) && !isReversed(before.statusCode);
  const [then, since] = [before.refundedAmount, now.refundedAmount];
  if (whole && (amount === null || (then === null && since === null))) return 'there';
  // The reversed amount is unknown: an untouched charge was not reversed, any other may have been.
  if (since === null || (then === null && since > 0)) return isUntouched(before, now) ? 'absent' : 'unsure';
  if (amount === null) return hasMoved(before, now) ? 'unsure' : 'absent';
  const more = since - (then ?? 0);
  if (more === amount) return 'there';
  return more === 0 && !whole ? 'absent' : 'unsure';
}

/** `reversedSince` when others reversed `taken` cents (null: unknown): only the amounts can decide. */
function reversedBeyond(taken: number | null, { amount, before }: ReversalRequest, now: CardCharge) {
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
 * Reverses a card charge, at most once: all that remains, or a part. Errors: `above_left` at the amount,
 * `already_done` when nothing remains, `conflict` while another reversal is open or changed since the read,
 * `provider_unreadable` for a read without an id.
 */
export async function reverseCardCharge({ ctx, id, body }: Args<'POST /card/charges/{id}/reversals'>) {
  const of = { accountId: ctx.account.id, kind: REVERSAL.name };
  const begun = await beforeRead(of, id);
  const charge = await readKnownCharge(ctx, id);
  if (charge.names?.length === 0)
    throw new GuicheError('provider_unreadable', 'The provider does not name this charge.', {
      missing: ['id'],
    });
  const names = [...new Set([charge.id, id])];
  await nameOlder(of, async (target) => (await ctx.part('card').charges.get(target, ctx.call)).names ?? []);
  const before = await afterRead({ ...of, names }, begun);
  refuseLagging<{ charge?: CardCharge }>(before, (end) => !end.charge || showsAtLeast(end.charge, charge));
  const remaining = reversibleCents(charge);
  const existing = { charge: redactCharge(charge) };
  if (remaining === 0)
    throw new GuicheError('already_done', 'Nothing is left of this charge to give back.', { existing });
  if (remaining !== null && body.amount !== undefined && body.amount > remaining)
    throw new GuicheError('invalid_request', 'More than what is left of this charge.', {
      existing,
      fields: [{ field: 'amount', message: 'above_left' }],
    });
  // Of a partly reversed charge the remaining amount is sent, so that nothing beyond it can be meant.
  const rest = (charge.refundedAmount ?? 0) > 0 ? remaining : null;
  const amount = body.amount ?? rest;
  const leaving = amount ?? remaining ?? charge.amount;
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
