import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { requireConfigured } from '#lib/accounts/server/account.ts';
import { type Ctx, Reply } from '#lib/api/context.ts';
import { answerOf, bindOperation } from '#lib/api/steps/idempotency.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { GuicheError, type InvalidField } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { holds, type Instance, prove, thisInstance } from '#lib/data/jobs/instance.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { needsApproval } from '#lib/operations/server/approval.ts';
import { refuseDuplicate } from '#lib/operations/server/duplicates.ts';
import {
  type AnyKind,
  mayBeSent,
  type OperationKind,
  type OperationRow,
  openRequest,
  requestPurpose,
} from '#lib/operations/server/kind.ts';
import { announceOperation, auditOperation } from '#lib/operations/server/notify-operation.ts';
import { providerOffset } from '#lib/operations/server/reconcile.ts';
import { type End, NEVER_SENT, settle } from '#lib/operations/server/settle.ts';
import { isOpenNow, namesOf, newestOperations, ofThing, type Thing } from '#lib/operations/server/thing.ts';
import type { Outcome, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL } from '#lib/providers/reach.ts';

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
  const { target, amount, intent, subjects = [] } = input;
  requireConfigured(ctx.account);
  const thing = { accountId: ctx.account.id, kind: kind.name, names: namesOf(input) };
  return db().transaction(async (tx) => {
    if (subjects.length > 0) await refuseDuplicate(tx, { ...input, subjects, account: ctx.account });
    if (input.names !== undefined) await refuseTakenThing(tx, thing);
    const waits =
      kind.approvable === true &&
      (await needsApproval(tx, ctx.account, { amount, operatorId: ctx.operator.id }));
    const state = waits ? 'awaiting_approval' : 'requested';
    const by = { accountId: ctx.account.id, operatorId: ctx.operator.id };
    const row = await insertIntent(tx, kind, input, { ...by, state });
    if (row === null) throw await underWay(tx, thing);
    await input.within?.(tx, row.id);
    if (ctx.intent !== undefined) await bindOperation(tx, ctx.intent, row.id);
    const after = { operation: row.id, ...(amount === undefined ? {} : { amount }), ...intent };
    await appendAudit(tx, ctx.auditEntry({ action: `${kind.name}.requested`, target, after }));
    await announceOperation(tx, row, kind);
    return row;
  });
}

type By = Pick<OperationRow, 'accountId' | 'operatorId'>;

/** Null: another operation of this kind and target is open. */
async function insertIntent(
  tx: Transaction,
  kind: Pick<AnyKind, 'name'>,
  input: OperationInput<unknown>,
  { accountId, operatorId, state }: By & Pick<OperationRow, 'state'>,
): Promise<OperationRow | null> {
  const id = operationId();
  const [row] = await tx
    .insert(operations)
    .values({
      id,
      accountId,
      kind: kind.name,
      target: input.target,
      names: input.names === undefined ? null : namesOf(input),
      state,
      amount: input.amount ?? null,
      clientReference: input.clientReference ?? null,
      subject: input.subjects?.[0] ?? null,
      intent: input.intent ?? {},
      request: seal(JSON.stringify(input.request), requestPurpose(id)),
      operatorId,
      instance: thisInstance().id,
      createdAt: dbNow,
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/**
 * Writes the intent of a job in the job's transaction, in the name of the operator who began the job; `send`
 * follows after the commit. Null: another operation of this kind and target is open.
 */
export async function recordForJob<Request, Value>(
  tx: Transaction,
  kind: OperationKind<Request, Value>,
  by: By,
  input: Pick<OperationInput<Request>, 'target' | 'request' | 'intent'>,
): Promise<OperationRow | null> {
  const row = await insertIntent(tx, kind, input, { ...by, state: 'requested' });
  if (row === null) return null;
  await auditOperation(tx, row, { name: 'requested', ...(input.intent && { after: input.intent }) });
  await announceOperation(tx, row, kind);
  return row;
}

/** Locks every name of the thing: of two simultaneous requests the second sees the first. */
async function refuseTakenThing(tx: Transaction, thing: Thing): Promise<void> {
  for (const name of thing.names.toSorted()) await lockNamed(tx, `${thing.kind} ${thing.accountId} ${name}`);
  const open = await newestOperations(tx, and(ofThing(thing), isOpenNow));
  if (open.length > 0) throw await underWay(tx, thing);
}

/** The newest of the thing is the open one, or one that ended just now. */
async function underWay(tx: Transaction, thing: Thing): Promise<GuicheError> {
  const [first] = await newestOperations(tx, ofThing(thing));
  const details = first === undefined ? {} : { operationId: first.id };
  return new GuicheError('conflict', 'The same is already under way.', details);
}

/** Another tab, instance or job is sending the operation, so this process does not. */
class TakenElsewhere extends Error {}
/** The feature refused the send in the transaction that marks it (`sending`). */
class Withdrawn extends Error {}

type SendOptions = { sentWithinMs?: number | undefined };

/**
 * Sends a requested or unknown operation and writes the outcome. Only the winner of the conditional update to
 * `sent` calls; others get the row. A stalled process whose row was taken stops before its first byte.
 * `sentWithinMs`: maximum age of the first send.
 */
export async function send(kind: AnyKind, row: OperationRow, port: ProviderPort, options: SendOptions = {}) {
  const me = thisInstance();
  const request = openRequest(row);
  const marking = { kind, row, request };
  const ahead = () => providerOffset(row.accountId, kind.clockAhead?.(port));
  let taken: OperationRow | null = null;
  const sending = async () => {
    let proof = await prove(me);
    // A second form of the request (multipart, then JSON) is the same attempt while the row is ours.
    let ours = taken === null ? await markSent(marking, me, options, ahead) : await stillSent(taken, options);
    taken ??= ours;
    while (ours !== null && !holds(proof)) {
      proof = await prove(me);
      ours = await stillSent(ours, options);
    }
    if (ours === null) throw new TakenElsewhere();
  };
  let end: End;
  try {
    const outcome = await kind.send({ row, request, port, change: { priority: 'operator', sending } });
    end = endOf(kind, row, await resolveByLookUp(kind, { row: taken ?? row, request, port }, outcome));
  } catch (thrown) {
    if (thrown instanceof TakenElsewhere) return reload(row);
    if (thrown instanceof Withdrawn && !mayBeSent(row))
      return (await settle(kind, row, NEVER_SENT)) ?? reload(row);
    // A bug after bytes may have left: the operation must not count as unsent.
    if (taken !== null) await settle(kind, taken, { state: 'unknown', error: null });
    throw thrown;
  }
  return (await settle(kind, taken ?? row, end)) ?? reload(row);
}

type Sent = { row: OperationRow; request: unknown; port: ProviderPort };

/** An unreadable success answer means it was accepted. A look-up now may find the outcome at once. */
async function resolveByLookUp(
  kind: AnyKind,
  sent: Sent,
  outcome: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  if (outcome.kind !== 'unknown' || outcome.taken !== true) return outcome;
  const now = { call: LOOK_UP_CALL, ago: { firstMs: 0, lastMs: 0 } } as const;
  const seen = await kind.lookUp?.({ ...sent, ...now }).catch(() => null);
  if (seen?.found !== 'there') return outcome;
  return { kind: 'done', value: seen.value, requestId: null, date: null };
}

type Marking = { kind: AnyKind; row: OperationRow; request: unknown };

const markSent = (
  { kind, row, request }: Marking,
  me: Instance,
  options: SendOptions,
  ahead: () => number | null,
) =>
  db().transaction(async (tx) => {
    const [sent] = await tx
      .update(operations)
      .set({
        state: 'sent',
        instance: me.id,
        attempts: row.attempts + 1,
        sentAt: row.sentAt ?? dbNow,
        lastSentAt: dbNow,
        clockOffset: row.clockOffset ?? ahead(),
        nextLookUpAt: null,
      })
      .where(
        and(
          eq(operations.id, row.id),
          or(
            and(eq(operations.state, 'requested'), eq(operations.instance, me.id)),
            eq(operations.state, 'unknown'),
          ),
          eq(operations.attempts, row.attempts),
          within(options),
        ),
      )
      .returning();
    if (sent === undefined) return null;
    await tx
      .insert(operationAttempts)
      .values({ operationId: row.id, number: sent.attempts, sentAt: dbNow })
      .onConflictDoNothing();
    if ((await kind.sending?.(tx, { row: sent, request })) === false) throw new Withdrawn();
    return sent;
  });

/** `abs` also rejects a row whose clock was set back since the first send: its age is unknown. */
const within = ({ sentWithinMs }: SendOptions) =>
  sentWithinMs === undefined ? undefined : lt(sql`abs(${msSince(operations.sentAt)})`, sentWithinMs);

async function stillSent({ id, attempts }: OperationRow, options: SendOptions): Promise<OperationRow | null> {
  const ours = and(eq(operations.id, id), eq(operations.state, 'sent'), eq(operations.attempts, attempts));
  const [row] = await newestOperations(db(), and(ours, within(options)));
  return row ?? null;
}

function endOf(kind: AnyKind, row: OperationRow, outcome: Outcome<unknown>): End {
  if (outcome.kind === 'done')
    return { state: 'confirmed', value: outcome.value, requestId: outcome.requestId };
  if (outcome.kind === 'unknown') return { state: 'unknown', error: outcome.error };
  const { error, sent } = outcome;
  // An earlier send may have been applied. This refusal proves nothing about it, unless the kind knows.
  const first = !mayBeSent(row);
  if (!sent) return first ? { state: 'rejected', reason: 'never_sent', error } : { state: 'unknown', error };
  const state = kind.refusal?.(error, row) ?? (first ? 'rejected' : 'unknown');
  if (state === 'confirmed')
    return { state, value: null, requestId: error.details.provider?.requestId ?? null };
  if (state === 'unknown') return { state, error };
  return { state, reason: error.code === 'conflict' ? 'conflict' : 'provider', error };
}

async function reload({ id }: OperationRow): Promise<OperationRow> {
  const [row] = await db().select().from(operations).where(eq(operations.id, id));
  if (row === undefined) throw new Error('An operation row vanished.');
  return row;
}

export async function openOperation(
  tx: Pick<Transaction, 'select'>,
  accountId: string,
  kind: string,
  target: string,
): Promise<OperationRow | null> {
  const [row] = await newestOperations(tx, and(ofThing({ accountId, kind, names: [target] }), isOpenNow));
  return row ?? null;
}

/** A field and its error as a message key. The page translates it. */
export type FieldCheck = [field: string, message: string] | null | false | undefined;

/** Throws `invalid_request` with every field error, before anything is sent. */
export function throwFieldErrors(...found: readonly FieldCheck[]): void {
  const fields = found.flatMap((one): InvalidField[] => (one ? [{ field: one[0], message: one[1] }] : []));
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
