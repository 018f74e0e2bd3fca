import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, desc, inArray } from 'drizzle-orm';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import { type Ctx, Reply } from '#lib/api/context.ts';
import { answerOf, bindOperation } from '#lib/api/steps/idempotency.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { type FieldFault, GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { thisInstance } from '#lib/data/jobs/instance.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { needsApproval } from '#lib/operations/server/approval.ts';
import { refuseDuplicate } from '#lib/operations/server/duplicates.ts';
import type { AnyKind, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { requestPurpose, send } from '#lib/operations/server/send.ts';
import { namesOf, ofThing, type Thing } from '#lib/operations/server/thing.ts';

export type OperationInput<Request> = {
  /** The thing it acts on. A thing has at most one open operation of a kind. */
  target: string;
  /** All names the provider uses for that thing. An open operation under any of them causes a `conflict`. */
  names?: readonly string[];
  request: Request;
  /** Shown in lists: must contain no secret and no personal data. */
  intent?: Record<string, unknown>;
  /** Cents. Outgoing money without it has an unknown amount and is approved like the largest. */
  amount?: number;
  clientReference?: string;
  /** Hashes of the receiver (`subjectsOf`), for kinds that refuse an unacknowledged duplicate payment. */
  subjects?: readonly string[];
  /** The open duplicate (same receiver and amount) that the operator acknowledged. */
  acknowledgedDuplicateOf?: string | undefined;
  /** Runs in the intent's transaction. Throws to refuse it (a draft's version, a changed state). */
  within?: (tx: Transaction, id: string) => Promise<void>;
};

/**
 * The only function that calls a changing route: writes the intent, sends it, writes its outcome. Throws
 * `conflict` (with `operationId`) while another operation of the same kind and target is open.
 */
export async function perform<Request, Value>(
  ctx: Ctx,
  kind: OperationKind<Request, Value>,
  input: OperationInput<Request>,
): Promise<{ row: OperationRow }> {
  const row = await write(ctx, kind, input);
  return { row: row.state === 'awaiting_approval' ? row : await send(kind, row, ctx.port) };
}

/** `perform` with its HTTP answer. `status` is for a confirmed operation. */
export async function performAndAnswer<Request, Value>(
  ctx: Ctx,
  kind: OperationKind<Request, Value>,
  input: OperationInput<Request>,
  { status = 200 }: { status?: number } = {},
): Promise<Reply> {
  const { row } = await perform(ctx, kind, input);
  return answered(ctx, kind, row, status);
}

/** The answer to the sender: `status` when confirmed, else 202. Only this one shows an issued secret. */
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
  input: OperationInput<Request>,
): Promise<OperationRow> {
  const id = operationId();
  const { subjects = [] } = input;
  requireConfigured(ctx.account);
  const thing = { accountId: ctx.account.id, kind: kind.name, names: namesOf(input) };
  const row = await db().transaction(async (tx) => {
    if (subjects.length > 0) await refuseDuplicate(tx, { ...input, subjects, account: ctx.account });
    if (input.names !== undefined && (await isTaken(tx, thing))) return null;
    const candidate = { amount: input.amount, operatorId: ctx.operator.id };
    const waits = await needsApproval(tx, ctx.account, kind, candidate);
    const [written] = await tx
      .insert(operations)
      .values({
        id,
        accountId: ctx.account.id,
        kind: kind.name,
        target: input.target,
        names: input.names === undefined ? null : thing.names,
        state: waits ? 'awaiting_approval' : 'requested',
        amount: input.amount ?? null,
        clientReference: input.clientReference ?? null,
        subject: subjects[0] ?? null,
        intent: input.intent ?? {},
        request: seal(JSON.stringify(input.request), requestPurpose(id)),
        operatorId: ctx.operator.id,
        instance: thisInstance().id,
        createdAt: dbNow,
      })
      .onConflictDoNothing()
      .returning();
    if (written === undefined) return null;
    await input.within?.(tx, id);
    if (ctx.intent !== undefined) await bindOperation(tx, ctx.intent, id);
    const note = {
      action: `${kind.name}.requested` as const,
      target: input.target,
      after: {
        operation: id,
        ...(input.amount === undefined ? {} : { amount: input.amount }),
        ...input.intent,
      },
    };
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, written, kind);
    return written;
  });
  return row ?? refuseSecond(thing);
}

/** Locks every name of the thing: of two simultaneous requests the second sees the first. */
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
  // The newest is the open one, or one that ended just now.
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

/** A field and its error as a message key. The page translates it. */
export type FieldCheck = [field: string, message: string] | null | false | undefined;

/** Throws `invalid_request` with every field error, before anything is sent. */
export function throwFieldErrors(...found: readonly FieldCheck[]): void {
  const fields = found.flatMap((one): FieldFault[] => (one ? [{ field: one[0], message: one[1] }] : []));
  if (fields.length > 0)
    throw new GuicheError('invalid_request', 'The request cannot be sent as it is.', { fields });
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

export const randomLetters = (count: number): string =>
  [...randomBytes(count)].map((byte) => LETTERS.charAt(byte % 32)).join('');

/** `op_` and 26 characters that sort by time: 10 for the clock, 16 random. */
function operationId(): string {
  let time = Date.now();
  let head = '';
  for (let place = 0; place < 10; place += 1) {
    head = LETTERS.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  return `op_${head}${randomLetters(16)}`;
}
