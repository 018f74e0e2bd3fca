import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { RecurrenceRead } from '#lib/card/contract.ts';
import { KINDS } from '#lib/card/rules.ts';
import { type Standing, standingOf } from '#lib/core/status/money.ts';
import { databaseIso } from '#lib/data/clock.ts';
import type { LookUp, OperationKind } from '#lib/operations/server/kind.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { verifyOutcome } from '#lib/operations/server/reconcile.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { CardPort, Recurrence } from '#lib/providers/card-records.ts';
import type { Call, Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';

type Named = { ctx: Ctx; id: string };

/** Document 3, one recurrence. */
export async function getRecurrence({ ctx, id }: Named) {
  const recurrence = await ctx.part('card').recurrences.get(id, ctx.call);
  return serializeFor(ctx, RecurrenceRead, { recurrence, asOf: databaseIso() });
}

type Routes = CardPort['recurrences'];
type Value = Recurrence | null;

/** `seen`: whether the present recurrence shows the requested change. Null: unclear. */
function recurrenceKind<Request>(terms: {
  name: string;
  send(routes: Routes, id: string, request: Request, change: Change): Promise<Outcome<Value>>;
  seen(request: Request, now: Recurrence): boolean | null;
}): OperationKind<Request, Value> {
  type Sending = { row: { target: string }; request: Request; port: ProviderPort };
  async function lookUp({ row, request, port }: Sending, call: Call): Promise<LookUp<Value>> {
    const now = await partOf(port, 'card').recurrences.get(row.target, call);
    const seen = terms.seen(request, now);
    if (seen === null) return { found: 'unsure' };
    return seen ? { found: 'there', value: now } : { found: 'absent', next: 'wait' };
  }
  return {
    name: terms.name,
    permission: 'charge',
    stepUp: true,
    afterCrash: 'never_sent',
    repeatable: false,
    touches: ['card'],
    async send({ change, ...sending }) {
      const { row, request, port } = sending;
      const sent = await terms.send(partOf(port, 'card').recurrences, row.target, request, change);
      const confirms = (now: Value) => now?.id === row.target && terms.seen(request, now) === true;
      return verifyOutcome(sent, confirms, () => lookUp(sending, LOOK_UP_CALL));
    },
    lookUp: ({ call, ...sending }) => lookUp(sending, call),
    show: (recurrence) => ({ recurrence: recurrence && { ...recurrence, other: {} } }),
  };
}

/** Sets the cents of the next cycles. Cycles already generated do not change (document 3). */
export const SET_AMOUNT = recurrenceKind<{ amount: number }>({
  name: KINDS.amount,
  send: (routes, id, { amount }, change) => routes.setAmount(id, amount, change),
  seen: ({ amount }, now) => (now.amount === null ? null : now.amount === amount),
});

const shows =
  (wanted: Standing, other: Standing) =>
  (_: unknown, { status }: Recurrence) => {
    const standing = standingOf(status);
    return standing === wanted ? true : standing === other ? false : null;
  };

export const DEACTIVATE = recurrenceKind<Record<never, never>>({
  name: KINDS.deactivate,
  send: (routes, id, _, change) => routes.deactivate(id, change),
  seen: shows('paused', 'active'),
});

export const REACTIVATE = recurrenceKind<Record<never, never>>({
  name: KINDS.reactivate,
  send: (routes, id, _, change) => routes.reactivate(id, change),
  seen: shows('active', 'paused'),
});

/**
 * Sets the cents of the next cycles (document 3, which does not document the present amount, so it may be
 * null). `conflict` while another change of its amount is open; 404 where it does not exist.
 */
export async function setRecurrenceAmount({ ctx, id, amount }: Named & { amount: number }): Promise<Reply> {
  const { recurrence, ...thing } = await recurrenceNamed(ctx, id);
  return performAndAnswer(ctx, SET_AMOUNT, {
    ...thing,
    request: { amount },
    intent: { recurrenceId: thing.target, amountBefore: recurrence?.amount ?? null },
    amount,
  });
}

const switched =
  (kind: typeof DEACTIVATE) =>
  async ({ ctx, id }: Named): Promise<Reply> => {
    const { recurrence: _, ...thing } = await recurrenceNamed(ctx, id);
    return performAndAnswer(ctx, kind, { ...thing, request: {}, intent: { recurrenceId: thing.target } });
  };

/** Stops charging further cycles. */
export const deactivateRecurrence = switched(DEACTIVATE);

/** Charges its cycles again. */
export const reactivateRecurrence = switched(REACTIVATE);

/** The recurrence with the id its read returns, or the requested id when the read is not answered. */
async function recurrenceNamed(ctx: Ctx, id: string) {
  const recurrence = await ifAnswered(ctx.part('card').recurrences.get(id, ctx.call));
  const target = recurrence?.id ?? id;
  return { recurrence, target, names: [...new Set([target, id])] };
}
