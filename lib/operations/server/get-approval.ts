import 'server-only';
import { and, asc, desc, eq, gte, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import { limitIn } from '#lib/accounts/rules.ts';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { permissionsOn, ROLES } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { proofUpTo } from '#lib/data/audit/chain.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants } from '#lib/data/schema/operators.ts';
import {
  type Approvals,
  EMPTY_RECEIVER,
  OperationApproval,
  type OperationReceiver,
} from '#lib/operations/contract.ts';
import { secondPersonFor } from '#lib/operations/forms.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { approvalRules, awaiting, enteredAccount, sameAccount } from '#lib/operations/server/approval.ts';
import { referenceUsedBy } from '#lib/operations/server/duplicates.ts';
import { notWaiting, operationRecords, operationRow } from '#lib/operations/server/get-operation.ts';
import {
  approvableKinds,
  type OperationRow,
  openRequest,
  operationKind,
} from '#lib/operations/server/kind.ts';
import { deciderIds } from '#lib/operations/server/notify-operation.ts';
import { newestOperations } from '#lib/operations/server/thing.ts';

const MOST_OF_DAY = 200;
const MOST_BEFORE = 10;

type RequesterFacts = Pick<OperationApproval, 'from' | 'agent' | 'fromSince' | 'proof' | 'roles'>;

export const UNKNOWN_REQUESTER: RequesterFacts = {
  from: null,
  agent: null,
  fromSince: null,
  proof: null,
  roles: [],
};

/** Loads the requester's present roles, and address, browser and proof of the request from the audit log. */
async function loadRequester(row: OperationRow): Promise<RequesterFacts> {
  const { operatorId } = row;
  const granted = await db()
    .select({ role: grants.role })
    .from(grants)
    .where(and(eq(grants.operatorId, operatorId), inArray(grants.account, ['*', row.accountId])));
  const roles = ROLES.filter((role) => granted.some((one) => one.role === role));
  const { seq, at, address, userAgent: agent, session } = auditLog;
  const [entry] = await db()
    .select({ seq, address, agent, session })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.target, row.target),
        eq(auditLog.action, `${row.kind}.requested`),
        eq(auditLog.operatorId, operatorId),
        eq(sql`${auditLog.after} ->> 'operation'`, row.id),
      ),
    )
    .orderBy(desc(seq))
    .limit(1);
  if (entry === undefined) return { ...UNKNOWN_REQUESTER, roles };
  const fromThere = and(eq(auditLog.operatorId, operatorId), eq(address, entry.address ?? ''));
  // The first entry from an address is usually an early one, so the scan is short.
  const [first] =
    entry.address === null
      ? []
      : await db()
          .select({ at })
          .from(auditLog)
          .where(and(fromThere, lte(seq, entry.seq)))
          .orderBy(seq)
          .limit(1);
  return {
    from: entry.address,
    agent: entry.agent,
    fromSince: first?.at.toISOString() ?? null,
    proof: await proofUpTo({ ...entry, operatorId }),
    roles,
  };
}

/** Facts for a second person's decision: the rule, other approvers, requests of the same day and receiver. */
export async function getApproval({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationApproval> {
  const row = await operationRow(ctx, id);
  const { clientReference } = row;
  const [dayRows, before, deciders, requester, takenBy, entered] = await Promise.all([
    sameDayOperations(row),
    sameReceiverOperations(row),
    decidersOf(row),
    ctx.permissions.has('approve') ? loadRequester(row) : UNKNOWN_REQUESTER,
    clientReference === null ? null : referenceUsedBy(row.accountId, clientReference, id),
    enteredAccount(db(), row, row.createdAt),
  ]);
  const counted = dayRows.filter(({ state }) => ALIVE_STATES.includes(state));
  const sum = (rows: readonly OperationRow[]) => rows.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return serializeFor(ctx, OperationApproval, {
    rule: ruleOf(ctx.account, row.amount, {
      requested: sum(counted.filter(({ createdAt }) => createdAt <= row.createdAt)),
      entered,
    }),
    deciders,
    ...requester,
    referenceUsedBy: takenBy,
    day: {
      items: await operationRecords(ctx, dayRows),
      sum: sum(counted),
      count: counted.length,
      limit: limitIn(ctx.account.settings, 'approvalAboveDaily'),
    },
    before: await operationRecords(ctx, before),
  });
}

/** The account's present rule for an amount. Cents; `requested`: the sum of the day, this one included. */
function ruleOf(
  { settings }: Ctx['account'],
  amount: number | null,
  { requested, entered }: { requested: number; entered: boolean },
): OperationApproval['rule'] {
  const approvalAbove = limitIn(settings, 'approvalAbove');
  const approvalAboveDaily = limitIn(settings, 'approvalAboveDaily');
  const any = approvalAbove ?? approvalAboveDaily;
  if (any === null) return null;
  if (amount === null) return { name: 'unsaid', above: any };
  const rules = { approvalAbove, approvalAboveDaily, requestedToday: requested - amount, entered };
  const second = secondPersonFor(rules, amount);
  return second && { name: second.rule, above: second.above };
}

/** The requester's operations of that day, as the daily limit counts them: under every id of the account. */
async function sameDayOperations(row: OperationRow): Promise<OperationRow[]> {
  const day = saoPauloDay(row.createdAt);
  return newestOperations(
    db(),
    and(
      inArray(operations.accountId, sameAccount(db(), row.accountId)),
      eq(operations.operatorId, row.operatorId),
      inArray(operations.kind, approvableKinds()),
      gte(operations.createdAt, new Date(startOfDay(day))),
      lt(operations.createdAt, new Date(startOfDay(addDays(day, 1)))),
    ),
    MOST_OF_DAY,
  );
}

async function sameReceiverOperations(row: OperationRow): Promise<OperationRow[]> {
  if (row.subject === null) return [];
  return newestOperations(
    db(),
    and(
      eq(operations.accountId, row.accountId),
      eq(operations.subject, row.subject),
      ne(operations.id, row.id),
      lt(operations.createdAt, row.createdAt),
    ),
    MOST_BEFORE,
  );
}

async function decidersOf(row: OperationRow): Promise<OperationApproval['deciders']> {
  const ids = await deciderIds(db(), row);
  const names = await operatorNames(ids);
  return ids
    .map((id) => ({ id, name: names.get(id) ?? '' }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

const MOST = 50;
type ListArgs = { ctx: OperatorCtx; query?: { receivers?: '0' | undefined } };

/**
 * Operations this person may decide on every account, the first to expire first. Receivers are unmasked and
 * each is audited; null when the provider does not return it now. With `receivers` '0' none is revealed.
 */
export async function listApprovals({ ctx, query }: ListArgs): Promise<Approvals> {
  const reveals = query?.receivers !== '0';
  const mine = (await listAccounts()).filter(({ id }) => permissionsOn(ctx.grants, id).has('approve'));
  const found = await Promise.all(
    mine.map(async ({ slug }) => waitingOn(await enterAccount(ctx, slug), reveals)),
  );
  const items = found
    .flat()
    .sort((one, other) => one.operation.createdAt.localeCompare(other.operation.createdAt));
  return { items: items.slice(0, MOST), asOf: databaseIso() };
}

async function waitingOn(ctx: Ctx, reveals: boolean): Promise<Approvals['items']> {
  const rows = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.accountId, ctx.account.id), awaiting(ctx.operator.id)))
    .orderBy(asc(operations.createdAt), asc(operations.id))
    .limit(MOST);
  const records = await operationRecords(ctx, rows);
  const receivers = reveals ? await Promise.all(rows.map((row) => receiverOf(ctx, row))) : [];
  const { slug, name } = ctx.account;
  return records.map((operation, place) => ({
    account: { slug, name },
    operation,
    receiver: receivers[place] ?? null,
  }));
}

const receiverOf = (ctx: Ctx, { id }: OperationRow): Promise<OperationReceiver | null> =>
  showReceiver({ ctx, id }).then(
    ({ receiver }) => receiver,
    (error: unknown) => {
      log().info({ err: error, operation: id }, 'the receiver of a waiting operation is not known now');
      return null;
    },
  );

/**
 * Returns the unmasked receiver of a waiting operation to someone who may approve it: nobody approves a
 * payment to `***`. Audited before the answer leaves. `forbidden` for anyone else, `conflict` once it no
 * longer waits.
 */
export async function showReceiver({ ctx, id }: Args<'GET /operations/{id}/receiver'>) {
  const row = await waitingRow(ctx, id).catch(async (error: unknown) => {
    if (error instanceof GuicheError && error.code === 'forbidden')
      await auditOnce(ctx, { action: 'operation.reveal', target: id });
    throw error;
  });
  const input = { row, request: openRequest(row), port: ctx.port, call: ctx.call };
  const receiver = (await operationKind(row.kind)?.receiver?.(input)) ?? EMPTY_RECEIVER;
  await ctx.audit({ action: 'operation.reveal', target: id });
  return { receiver, asOf: databaseIso() };
}

/** Row that waits for this person. `forbidden` if they may not decide, `conflict` if it does not wait. */
export async function waitingRow(ctx: Ctx, id: string): Promise<OperationRow> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.accountId, ctx.account.id), awaiting(ctx.operator.id)));
  if (row !== undefined) return row;
  const other = await operationRow(ctx, id);
  if (other.state === 'awaiting_approval')
    throw new GuicheError('forbidden', 'Only who may let it go sees whom it pays.', { operationId: id });
  throw notWaiting(other);
}

const MOST_NAMES = 4;

/** The rules of `approvalRules`, and the names of those who may approve a request of this person. */
export async function getSecondPersonRules(ctx: Pick<Ctx, 'account' | 'operator'>) {
  const rules = await approvalRules(ctx);
  if (rules.approvalAbove === null && rules.approvalAboveDaily === null) return { ...rules, approvers: null };
  const ids = await deciderIds(db(), { accountId: ctx.account.id, operatorId: ctx.operator.id });
  const names = [...(await operatorNames(ids)).values()].sort((one, other) => one.localeCompare(other));
  return { ...rules, approvers: { names: names.slice(0, MOST_NAMES), count: ids.length } };
}
