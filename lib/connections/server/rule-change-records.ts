import 'server-only';
import { inArray } from 'drizzle-orm';
import { APPROVAL_RULES, type ApprovalRule, limitIn } from '#lib/accounts/rules.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { liftersAmong, operatorNames } from '#lib/auth/server/holders.ts';
import { RuleChange } from '#lib/connections/contract.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { accounts, type ruleChanges } from '#lib/data/schema/accounts.ts';
import { policyImpactOf } from '#lib/operations/server/approve.ts';

type Row = typeof ruleChanges.$inferSelect;
type Reader = Database | Transaction;

export const changeRecord = async (ctx: OperatorCtx, row: Row, tx: Transaction) =>
  (await changeRecords(ctx, [row], tx))[0] as RuleChange;

/** The changes, masked for the operator, with what the operator may do about each pending one. */
export async function changeRecords(ctx: OperatorCtx, rows: readonly Row[], on: Reader = db()) {
  const people = rows.flatMap((row) => [row.requestedBy, ...(row.decidedBy ? [row.decidedBy] : [])]);
  const names = await operatorNames(people, on);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  const me = ctx.operator.id;
  const waiting = rows.filter(({ state }) => state === 'pending');
  const requesters = waiting.map(({ requestedBy }) => requestedBy);
  const lifters = await liftersAmong(on, me, requesters);
  const passing = await impactOf(on, waiting);
  return rows.map((row): RuleChange => {
    const may = row.state === 'pending' && !lifters.has(row.requestedBy);
    return serializeFor(ctx, RuleChange, {
      id: row.id,
      accountId: row.accountId,
      state: row.state as RuleChange['state'],
      before: row.before as RuleChange['before'],
      after: row.after as RuleChange['after'],
      requestedBy: person(row.requestedBy),
      requestedAt: row.requestedAt.toISOString(),
      reason: row.reason,
      from: { address: row.address, agent: row.userAgent },
      passing: passing.get(row.id) ?? null,
      effectiveAt: row.effectiveAt.toISOString(),
      decidedBy: row.decidedBy === null ? null : person(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      may: { approve: may && row.requestedBy !== me, decline: may },
    });
  });
}

/** The impact now and with the change applied; a rule that the change does not name stays as it is. */
async function impactOf(on: Reader, rows: readonly Row[]) {
  const found = new Map<string, RuleChange['passing']>();
  if (rows.length === 0) return found;
  const ids = rows.map(({ accountId }) => accountId);
  const accountRows = await on.select().from(accounts).where(inArray(accounts.id, ids));
  for (const row of rows) {
    const settings = accountRows.find(({ id }) => id === row.accountId)?.settings as Record<string, string>;
    const after = row.after as Partial<Record<ApprovalRule, number | null>>;
    const limits = (changed: typeof after) =>
      Object.fromEntries(
        APPROVAL_RULES.map((rule) => [
          rule,
          changed[rule] === undefined ? limitIn(settings, rule) : changed[rule],
        ]),
      ) as Record<ApprovalRule, number | null>;
    found.set(row.id, await policyImpactOf(on, row.accountId, { before: limits({}), after: limits(after) }));
  }
  return found;
}
