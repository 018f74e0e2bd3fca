import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { ApprovalRule } from '#lib/accounts/approval-rules.ts';
import type { Database, Transaction } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { sameAccount } from '#lib/operations/server/approval.ts';
import { approvableKinds } from '#lib/operations/server/kind.ts';

type Limits = Readonly<Record<ApprovalRule, number | null>>;
/** `sum`: cents; `all`: everything that a rule could have held. */
export type Passing = { count: number; sum: number; all: number };
type Found = { rows: Record<keyof Passing, string>[] };

const DAY = sql`date_trunc('day', created_at at time zone 'America/Sao_Paulo')`;

/**
 * Counts an account's operations of the last 30 days that need a second person under the limits `before` but
 * not under `after`. Summed for each person and day in the order of their requests.
 */
export async function passingWeaker(
  on: Database | Transaction,
  accountId: string,
  { before, after }: { before: Limits; after: Limits },
): Promise<Passing> {
  const freed = sql`${held(before)} and not ${held(after)}`;
  // A day more than is counted: the first one's sums begin at its midnight.
  const asked = sql`select amount, coalesce(sum(amount) filter (where state in (${list([...OPEN_STATES, 'confirmed'])}))
      over (partition by operator_id, ${DAY} order by created_at, id
        rows between unbounded preceding and 1 preceding), 0) + amount as day, created_at
    from ${operations}
    where account_id in ${sameAccount(on, accountId)} and ${inArray(operations.kind, approvableKinds())}
      and created_at >= now() - interval '31 days'`;
  const { rows } = (await on.execute(sql`select count(*) filter (where ${freed}) as count,
      coalesce(sum(amount) filter (where ${freed}), 0) as sum, count(*) as "all"
    from (${asked}) asked where created_at >= now() - interval '30 days'`)) as unknown as Found;
  const [row] = rows;
  return { count: Number(row?.count), sum: Number(row?.sum), all: Number(row?.all) };
}

/** As `needsApproval` judges one. */
function held({ approvalAbove: above, approvalAboveDaily: daily }: Limits): SQL {
  const any = above !== null || daily !== null;
  const over = [above === null ? null : sql`amount > ${above}`, daily === null ? null : sql`day > ${daily}`];
  const known = over.filter((one) => one !== null);
  return any ? sql`(amount is null or ${sql.join(known, sql` or `)})` : sql`false`;
}

const list = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
