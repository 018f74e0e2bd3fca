import 'server-only';
import { and, count, eq, gte, inArray, isNotNull, isNull, lt, max, ne, or } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { pixKeyKind } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { ago, databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { waitingRow } from '#lib/operations/server/get-approval.ts';
import { type OperationRow, openRequest, operationKind } from '#lib/operations/server/kind.ts';
import { isOpenNow, newestOperations } from '#lib/operations/server/thing.ts';
import type { ApprovalChecks } from '#lib/payments/contract.ts';
import type { MoneyRequest } from '#lib/payments/server/money-kind.ts';
import {
  type CodeInput,
  TRANSFER,
  WITHDRAWAL_BY_CODE,
  WITHDRAWAL_BY_KEY,
} from '#lib/payments/server/payment-operation.ts';
import {
  type Check,
  codeChanged,
  keyIsDocument,
  notReadHere,
  sameHolder,
} from '#lib/payments/server/receiver.ts';
import { REFUND, type RefundRequest, refundedSince } from '#lib/payments/server/refund-operation.ts';
import type { NewTransfer, NewWithdrawal } from '#lib/providers/port.ts';

const NOTHING_MORE = { why: null, amount: null, count: null, operationId: null, at: null };

type CheckContext = { ctx: Ctx; row: OperationRow; request: unknown };

const DAY_MS = 24 * 60 * 60_000;

const others = ({ id, accountId, subject }: OperationRow) =>
  and(eq(operations.accountId, accountId), eq(operations.subject, subject ?? ''), ne(operations.id, id));

const sameAmount = ({ amount }: OperationRow) =>
  amount === null ? isNull(operations.amount) : eq(operations.amount, amount);

const newestOf = ({ id, createdAt }: OperationRow) => ({ operationId: id, at: createdAt.toISOString() });

/** Looks for another operation with the same receiver and amount that is open or at most a day old. */
async function ofDuplicates(row: OperationRow): Promise<Check[]> {
  if (row.subject === null) return [];
  const alive = inArray(operations.state, ALIVE_STATES);
  const recent = or(gte(operations.createdAt, ago(DAY_MS)), isOpenNow);
  const { accountId, subject, id } = operations;
  const compared = and(eq(accountId, row.accountId), isNotNull(subject), ne(id, row.id), alive, recent);
  const [[duplicate], [read]] = await Promise.all([
    newestOperations(db(), and(others(row), sameAmount(row), alive, recent)),
    db().select({ count: count() }).from(operations).where(compared),
  ]);
  if (duplicate === undefined) return [{ name: 'twin', state: 'ok', count: read?.count ?? 0 }];
  return [{ name: 'twin', state: 'fails', ...newestOf(duplicate) }];
}

/** Counts earlier payments to this receiver, or none. Notes one with the same amount over a day ago. */
async function ofEarlier(row: OperationRow): Promise<Check[]> {
  if (row.subject === null) return [];
  const paid = and(others(row), eq(operations.state, 'confirmed'));
  const [before, [same]] = await Promise.all([
    db()
      .select({ times: count(), last: max(operations.createdAt) })
      .from(operations)
      .where(paid),
    newestOperations(db(), and(paid, sameAmount(row), lt(operations.createdAt, ago(DAY_MS)))),
  ]);
  const { times, last } = before[0] ?? { times: 0, last: null };
  const known: Check =
    times === 0
      ? { name: 'paid_before', state: 'note', why: 'first' }
      : { name: 'paid_before', state: 'ok', count: times, at: last?.toISOString() ?? null };
  if (same === undefined) return [known];
  return [known, { name: 'same_amount', state: 'note', ...newestOf(same) }];
}

/** Checks a waiting payment anew, for those who may approve it. No name, document or key is returned. */
export async function checkApproval({ ctx, id }: { ctx: Ctx; id: string }): Promise<ApprovalChecks> {
  const row = await waitingRow(ctx, id);
  const checkContext = { ctx, row, request: openRequest(row) };
  const found = await Promise.all([
    ofKey(checkContext),
    ofCode(checkContext),
    ofRefunds(checkContext),
    ofReference(checkContext),
    ofDuplicates(row),
    ofEarlier(row),
    ofBalance(checkContext),
    ofLimit(checkContext),
  ]);
  const checks = found.flat().map((check) => ({ ...NOTHING_MORE, ...check }));
  return { checks, asOf: databaseIso() };
}

/** Runs one check. Empty when the service does not offer the call, `unread` when it did not answer. */
async function read(
  name: Check['name'],
  check: () => Promise<Check[]>,
  refused: (error: GuicheError) => Check | null = () => null,
): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof GuicheError)) throw error;
    // PZK400: the service does not offer the call to this account.
    if (notReadHere(error) || error.details.provider?.code === 'PZK400') return [];
    return [refused(error) ?? { name, state: 'unread' }];
  }
}

/** The paid key, if the directory can look it up. Null: none. */
function keyOf({ ctx, row, request }: CheckContext): { key: string; type: string | null } | null {
  if (row.kind === WITHDRAWAL_BY_KEY.name) {
    const { pixKey, pixKeyType } = (request as MoneyRequest<NewWithdrawal>).input;
    return { key: pixKey, type: pixKeyType };
  }
  if (row.kind !== TRANSFER.name || ctx.port.kind !== 'hub') return null;
  const { receiver } = (request as MoneyRequest<NewTransfer>).input;
  return { key: receiver, type: pixKeyKind(receiver) };
}

async function ofKey(checkContext: CheckContext): Promise<Check[]> {
  const { keyLookup } = checkContext.ctx.port;
  const of = keyOf(checkContext);
  if (of === null || keyLookup === undefined) return [];
  const compare = async () => {
    const holder = await keyLookup(of.key, of.type, checkContext.ctx.call);
    const { shown } = checkContext.request as MoneyRequest<never>;
    const document = keyIsDocument(of.key, of.type, holder);
    return [sameHolder(shown, holder), ...(document === null ? [] : [document])];
  };
  return read('key', compare, (error) => {
    const about = error.details.fields?.some(({ field }) => field === 'key') === true;
    return error.code === 'not_found' || about ? { name: 'key', state: 'fails', why: 'gone' } : null;
  });
}

/** Checks that the code still requests the same payment, where the service reads codes. */
async function ofCode({ ctx: { port }, row, request }: CheckContext): Promise<Check[]> {
  const paid = codeIn(row, request);
  if (paid === null || port.decodeCode === undefined) return [];
  const compare = async (): Promise<Check[]> => {
    const changed = await codeChanged(row.amount, paid, port);
    return [{ name: 'code', state: changed === null ? 'ok' : 'fails' }];
  };
  const ENDED = new Set(['not_found', 'provider_rejected', 'invalid_request']);
  return read('code', compare, ({ code: word }) =>
    ENDED.has(word) ? { name: 'code', state: 'fails', why: 'refused' } : null,
  );
}

/** The paid code with the receiver it named at the request. Null: none. A transfer may come from a code. */
function codeIn({ kind }: OperationRow, request: unknown) {
  if (kind !== WITHDRAWAL_BY_CODE.name && kind !== TRANSFER.name) return null;
  const { input } = request as MoneyRequest<Partial<CodeInput> & { receiver?: string }>;
  const { code, key, receiver, document } = input;
  return code === undefined ? null : { code, key: receiver ?? key ?? null, document };
}

/** Checks that nothing was refunded of the payment since this refund was requested. */
async function ofRefunds({ ctx: { port }, row, request }: CheckContext): Promise<Check[]> {
  if (row.kind !== REFUND.name) return [];
  const { before, refund } = request as RefundRequest;
  if (before.untold === true) return [];
  return read('refunds', async () => {
    const moved = await refundedSince(port, refund.paymentId, before);
    if (moved !== null && moved.code !== 'conflict') throw moved;
    return [{ name: 'refunds', state: moved === null ? 'ok' : 'fails' }];
  });
}

/** Checks that a typed reference is free at the service. A generated one is always free. */
async function ofReference({ ctx, row, request }: CheckContext): Promise<Check[]> {
  const lookUp = operationKind(row.kind)?.lookUp;
  const typed = row.kind !== REFUND.name && (request as MoneyRequest<never>).typed;
  // Document 2 shows references only in its lists, which cannot prove that one is free.
  if (!typed || lookUp === undefined || ctx.port.kind !== 'pix') return [];
  return read('reference', async () => {
    const ago = { firstMs: null, lastMs: null };
    const { found } = await lookUp({ row, request, port: ctx.port, call: ctx.call, ago });
    if (found === 'unsure') return [{ name: 'reference', state: 'unread' }];
    return [{ name: 'reference', state: found === 'absent' ? 'ok' : 'fails' }];
  });
}

async function ofBalance({ ctx: { port, call }, row: { amount } }: CheckContext): Promise<Check[]> {
  const { balance } = port;
  if (balance === undefined || amount === null) return [];
  return read('balance', async () => {
    const { available } = await balance(call);
    if (available === null) return [];
    return [{ name: 'balance', state: available >= amount ? 'ok' : 'fails', amount: available }];
  });
}

/** Checks what is left of today's withdrawal limit, where the service reports limit and use. */
async function ofLimit({ ctx: { port, call }, row: { amount, kind } }: CheckContext): Promise<Check[]> {
  const { profile } = port;
  const limited = kind === WITHDRAWAL_BY_KEY.name || kind === WITHDRAWAL_BY_CODE.name;
  if (profile === undefined || amount === null || !limited) return [];
  return read('limit', async () => {
    const { limit, used } = (await profile(call)).dailyWithdrawLimit ?? { limit: null, used: null };
    if (limit === null || used === null) return [];
    const remaining = Math.max(0, limit - used);
    return [{ name: 'limit', state: remaining >= amount ? 'ok' : 'fails', amount: remaining }];
  });
}
