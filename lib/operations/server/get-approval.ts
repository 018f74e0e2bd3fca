import 'server-only';
import { and, asc, desc, eq, gte, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import { limitIn } from '#lib/accounts/rules.ts';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { type Permission, permissionsOn, ROLES } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { log } from '#lib/core/log.ts';
import { proofUpTo } from '#lib/data/audit/chain.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants } from '#lib/data/schema/operators.ts';
import { type Approvals, OperationApproval } from '#lib/operations/contract.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { awaiting, enteredAccount, sameAccount } from '#lib/operations/server/approval.ts';
import { operationRow } from '#lib/operations/server/get-operation.ts';
import { approvableKinds, type OperationRow } from '#lib/operations/server/kind.ts';
import { referenceUsedBy } from '#lib/operations/server/look-up-reference.ts';
import { deciderIds } from '#lib/operations/server/notify-operation.ts';
import { operationRecords } from '#lib/operations/server/record.ts';
import { showReceiver } from '#lib/operations/server/show-receiver.ts';

const MOST_OF_DAY = 200;
const MOST_BEFORE = 10;
const APPROVE: Permission = 'approve';

/** Facts about the requester, shown to an approver. */
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
  const [entry, roles] = await Promise.all([requestOf(row), rolesOf(row)]);
  if (entry === undefined) return { ...UNKNOWN_REQUESTER, roles };
  const [fromSince, proof] = await Promise.all([
    firstSeenAt(row, entry),
    proofUpTo({ ...entry, operatorId: row.operatorId }),
  ]);
  return { from: entry.address, agent: entry.agent, fromSince, proof, roles };
}

async function rolesOf({ accountId, operatorId }: OperationRow): Promise<RequesterFacts['roles']> {
  const granted = await db()
    .select({ role: grants.role })
    .from(grants)
    .where(and(eq(grants.operatorId, operatorId), inArray(grants.account, ['*', accountId])));
  return ROLES.filter((role) => granted.some((one) => one.role === role));
}

type Entry = { seq: number; address: string | null; agent: string | null; session: string | null };

async function requestOf({ id, kind, target, operatorId }: OperationRow): Promise<Entry | undefined> {
  const { seq, address, userAgent: agent, session } = auditLog;
  const [entry] = await db()
    .select({ seq, address, agent, session })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.target, target),
        eq(auditLog.action, `${kind}.requested`),
        eq(auditLog.operatorId, operatorId),
        eq(sql`${auditLog.after} ->> 'operation'`, id),
      ),
    )
    .orderBy(desc(seq))
    .limit(1);
  return entry;
}

/**
 * Time of this person's first audit entry from that address. It is usually an early one, so the scan is
 * short.
 */
async function firstSeenAt({ operatorId }: OperationRow, { seq, address }: Entry): Promise<string | null> {
  if (address === null) return null;
  const [first] = await db()
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.operatorId, operatorId), eq(auditLog.address, address), lte(auditLog.seq, seq)))
    .orderBy(asc(auditLog.seq))
    .limit(1);
  return first?.at.toISOString() ?? null;
}

/** Facts for a second person's decision: the rule, other approvers, requests of the same day and receiver. */
export async function getApproval({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationApproval> {
  const row = await operationRow(ctx, id);
  const { clientReference } = row;
  const [dayRows, before, deciders, requester, takenBy, entered] = await Promise.all([
    sameDayOperations(row),
    sameReceiverOperations(row),
    decidersOf(row),
    ctx.permissions.has(APPROVE) ? loadRequester(row) : UNKNOWN_REQUESTER,
    clientReference === null ? null : referenceUsedBy(row.accountId, clientReference, id),
    enteredAccount(db(), row, row.createdAt),
  ]);
  const counted = dayRows.filter(({ state }) => ALIVE_STATES.includes(state));
  const sum = (rows: readonly OperationRow[]) => rows.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return serializeFor(ctx, OperationApproval, {
    rule: ruleOf(ctx, row, {
      asked: sum(counted.filter(({ createdAt }) => createdAt <= row.createdAt)),
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

function ruleOf(
  { account }: Ctx,
  { amount }: OperationRow,
  { asked, entered }: { asked: number; entered: boolean },
): OperationApproval['rule'] {
  const payment = limitIn(account.settings, 'approvalAbove');
  const day = limitIn(account.settings, 'approvalAboveDaily');
  const any = payment ?? day;
  if (any === null) return null;
  if (amount === null) return { name: 'unsaid', above: any };
  if (payment !== null && amount > payment) return { name: 'payment', above: payment };
  if (entered) return { name: 'entered', above: 0 };
  return day !== null && asked > day ? { name: 'day', above: day } : null;
}

/** The requester's operations of that day, as the daily limit counts them: under every id of the account. */
async function sameDayOperations({
  accountId,
  operatorId,
  createdAt,
}: OperationRow): Promise<OperationRow[]> {
  const day = saoPauloDay(createdAt);
  return db()
    .select()
    .from(operations)
    .where(
      and(
        inArray(operations.accountId, sameAccount(db(), accountId)),
        eq(operations.operatorId, operatorId),
        inArray(operations.kind, approvableKinds()),
        gte(operations.createdAt, new Date(startOfDay(day))),
        lt(operations.createdAt, new Date(startOfDay(addDays(day, 1)))),
      ),
    )
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(MOST_OF_DAY);
}

async function sameReceiverOperations({
  id,
  accountId,
  subject,
  createdAt,
}: OperationRow): Promise<OperationRow[]> {
  if (subject === null) return [];
  return db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.subject, subject),
        ne(operations.id, id),
        lt(operations.createdAt, createdAt),
      ),
    )
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(MOST_BEFORE);
}

async function decidersOf(row: OperationRow): Promise<OperationApproval['deciders']> {
  const ids = await deciderIds(db(), row);
  const names = await operatorNames(ids);
  const people = ids.map((id) => ({ id, name: names.get(id) ?? '' }));
  return people.sort((one, other) => one.name.localeCompare(other.name));
}

const MOST = 50;

type Call = { ctx: OperatorCtx; query?: { receivers?: '0' | undefined } };

/**
 * Operations this person may decide on every account, the first to expire first. Receivers are unmasked and
 * each is audited; null when the provider does not return it now. With `receivers` '0' none is revealed.
 */
export async function listApprovals({ ctx, query }: Call): Promise<Approvals> {
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

async function receiverOf(ctx: Ctx, { id }: OperationRow) {
  return showReceiver({ ctx, id })
    .then(({ receiver }) => receiver)
    .catch((error: unknown) => {
      log().info({ err: error, operation: id }, 'the receiver of a waiting operation is not known now');
      return null;
    });
}
