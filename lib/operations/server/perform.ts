import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, desc, inArray } from 'drizzle-orm';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { answerOf } from '#lib/api/operation-answer.ts';
import { Reply } from '#lib/api/reply.ts';
import { bindOperation } from '#lib/api/steps/idempotency.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { needsApproval } from '#lib/operations/server/approval.ts';
import { refuseDuplicate } from '#lib/operations/server/duplicate-guard.ts';
import type { AnyKind, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { requestPurpose, send } from '#lib/operations/server/send.ts';
import { ofThing, type Thing } from '#lib/operations/server/thing.ts';

export type Ask<Request> = {
  /** Thing that it acts on: each has one open operation of a kind. */
  target: string;
  /** All names that the provider gives that thing: an open operation under any of them stands in the way. */
  names?: readonly string[];
  request: Request;
  /** Shown in lists: no secret, no personal data. */
  intent?: Record<string, unknown>;
  /** Cents. Absent for money that leaves: not known, and then it is approved like the largest. */
  amount?: number;
  clientReference?: string;
  /** Whom the money goes to (`subjectsOf`), where a second such payment is to be asked about. */
  subjects?: readonly string[];
  /** The open one of the same receiver and amount that the operator knows of. */
  acknowledgedDuplicateOf?: string | undefined;
  /** In the transaction that writes the intent: throws to refuse it (a draft's version, a state that changed). */
  within?: (tx: Transaction, id: string) => Promise<void>;
};

/**
 * The one way to a changing route: the intent is written, then sent, then its end is written. Answers 200 when
 * confirmed, 202 while it is not known; throws the problem of its cause when it was rejected, `conflict` (with
 * `operationId`) while another of the same kind and target is open.
 */
export async function perform<Request, Value>(
  ctx: Ctx,
  kind: OperationKind<Request, Value>,
  ask: Ask<Request>,
): Promise<{ row: OperationRow }> {
  const row = await write(ctx, kind, ask);
  return { row: row.state === 'awaiting_approval' ? row : await send(kind, row, ctx.port) };
}

/** `perform`, answered as the HTTP API does (`status`: of a confirmed one). */
export async function performAndAnswer<Request, Value>(
  ctx: Ctx,
  kind: OperationKind<Request, Value>,
  ask: Ask<Request>,
  { status = 200 }: { status?: number } = {},
): Promise<Reply> {
  const { row } = await perform(ctx, kind, ask);
  return answered(ctx, kind, row, status);
}

/** The answer to whoever sent it: `result`, with what only this first answer may show (an issued secret). */
export async function answered(ctx: Ctx, kind: AnyKind, row: OperationRow, status = 200): Promise<Reply> {
  const answer = answerOf(row);
  if (row.state !== 'confirmed') return new Reply(202, answer);
  const once = await kind.showOnce?.(ctx, row);
  return new Reply(
    status,
    once === undefined ? answer : { ...answer, result: { ...(row.result as object), ...once } },
  );
}

async function write<Request, Value>(
  ctx: Ctx,
  kind: OperationKind<Request, Value>,
  ask: Ask<Request>,
): Promise<OperationRow> {
  const id = operationId();
  const { subjects = [] } = ask;
  requireConfigured(ctx.account);
  const thing = { accountId: ctx.account.id, kind: kind.name, names: namesOf(ask) };
  const row = await db().transaction(async (tx) => {
    if (subjects.length > 0) await refuseDuplicate(tx, { ...ask, subjects, account: ctx.account });
    if (ask.names !== undefined && (await isTaken(tx, thing))) return null;
    const asked = { amount: ask.amount, operatorId: ctx.operator.id };
    const waits = await needsApproval(tx, ctx.account, kind, asked);
    const [written] = await tx
      .insert(operations)
      .values({
        id,
        accountId: ctx.account.id,
        kind: kind.name,
        target: ask.target,
        names: ask.names === undefined ? null : thing.names,
        state: waits ? 'awaiting_approval' : 'requested',
        amount: ask.amount ?? null,
        clientReference: ask.clientReference ?? null,
        subject: subjects[0] ?? null,
        intent: ask.intent ?? {},
        request: seal(JSON.stringify(ask.request), requestPurpose(id)),
        operatorId: ctx.operator.id,
        instance: thisInstance().id,
        createdAt: dbNow,
      })
      .onConflictDoNothing()
      .returning();
    if (written === undefined) return null;
    await ask.within?.(tx, id);
    if (ctx.intent !== undefined) await bindOperation(tx, ctx.intent, id);
    const note = {
      action: `${kind.name}.requested` as const,
      target: ask.target,
      after: { operation: id, ...(ask.amount === undefined ? {} : { amount: ask.amount }), ...ask.intent },
    };
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, written, kind);
    return written;
  });
  return row ?? refuseSecond(thing);
}

const namesOf = ({ target, names = [] }: Pick<Ask<unknown>, 'target' | 'names'>) => [
  ...new Set([target, ...names]),
];

/** Of two that ask at once for one thing, by whichever of its names, the second sees the first. */
async function isTaken(tx: Transaction, thing: Thing): Promise<boolean> {
  for (const name of thing.names.toSorted()) await lockNamed(tx, `${thing.kind} ${thing.accountId} ${name}`);
  const open = await tx
    .select({ id: operations.id })
    .from(operations)
    .where(and(ofThing(thing), inArray(operations.state, [...OPEN_STATES])))
    .limit(1);
  return open.length > 0;
}

async function refuseSecond(thing: Thing): Promise<never> {
  // The newest is the open one, or the one that ended in this very moment.
  const [first] = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(ofThing(thing))
    .orderBy(desc(operations.createdAt))
    .limit(1);
  throw new GuicheError('conflict', 'The same is already under way.', {
    ...(first === undefined ? {} : { operationId: first.id }),
  });
}

/** The open operation of a kind and target, or null. */
export async function openOperation(
  tx: Pick<Transaction, 'select'>,
  accountId: string,
  kind: string,
  target: string,
): Promise<OperationRow | null> {
  const [row] = await tx
    .select()
    .from(operations)
    .where(and(ofThing({ accountId, kind, names: [target] }), inArray(operations.state, [...OPEN_STATES])));
  return row ?? null;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** `op_` and 26 characters that sort by time: 10 of the clock, 16 random. */
function operationId(): string {
  let time = Date.now();
  let head = '';
  for (let place = 0; place < 10; place += 1) {
    head = LETTERS.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  const tail = [...randomBytes(16)].map((byte) => LETTERS.charAt(byte % 32)).join('');
  return `op_${head}${tail}`;
}
