import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { db } from '#lib/db/client.ts';
import type { SecondPersonRules } from '#lib/operations/contract.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { deciderIds } from '#lib/operations/server/tell-operation.ts';

/** Names that a form tells; more of them are counted. */
const MOST_NAMES = 4;

/** The rules of `approvalRules`, and by name who may approve what this person would ask for now. */
export async function getSecondPersonRules(
  ctx: Pick<Ctx, 'account' | 'operator'>,
): Promise<SecondPersonRules> {
  const rules = await approvalRules(ctx);
  if (rules.approvalAbove === null && rules.approvalAboveDaily === null) return { ...rules, approvers: null };
  const ids = await deciderIds(db(), { accountId: ctx.account.id, operatorId: ctx.operator.id });
  const names = [...(await operatorNames(ids)).values()].sort((one, other) => one.localeCompare(other));
  return { ...rules, approvers: { names: names.slice(0, MOST_NAMES), count: ids.length } };
}
