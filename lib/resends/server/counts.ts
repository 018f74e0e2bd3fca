import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { resendItems } from '#lib/db/schema/resends.ts';
import type { ResendCounts } from '#lib/resends/contract.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

export type Counted = { counts: ResendCounts; amount: number };
type Group = {
  resendId: string;
  state: string;
  result: string | null;
  count: unknown;
  amount: unknown;
  unlisted: number;
};

export async function countsOf(row: ResendRow): Promise<Counted> {
  const counted = await countsOfAll([row]);
  return counted.get(row.id) ?? { counts: EMPTY, amount: 0 };
}

const EMPTY: ResendCounts = {
  total: 0,
  outside: 0,
  unreachable: 0,
  skipped: 0,
  requested: 0,
  unknown: 0,
  remaining: 0,
  accepted: 0,
  delivered: 0,
  failed: 0,
};

/**
 * Counts by what the items are at one instant, so that `total` is always the sum of its parts; of what is closed,
 * as they were kept. Amount: cents of what is or will be asked for.
 */
export async function countsOfAll(rows: readonly ResendRow[]): Promise<Map<string, Counted>> {
  const open = rows.filter(({ counts }) => counts === null);
  const groups = await groupsOf(open.map(({ id }) => id));
  return new Map(
    rows.map((row) => [row.id, row.counts === null ? count(row, groups.get(row.id) ?? []) : keptOf(row)]),
  );
}

function keptOf({ counts }: ResendRow): Counted {
  const { amount, ...rest } = counts as ResendCounts & { amount: number };
  return { counts: rest, amount };
}

async function groupsOf(ids: string[]): Promise<Map<string, Group[]>> {
  if (ids.length === 0) return new Map();
  const rows: Group[] = await db()
    .select({
      resendId: resendItems.resendId,
      state: resendItems.state,
      result: resendItems.result,
      count: sql<unknown>`count(*)`,
      amount: sql<unknown>`coalesce(sum(${resendItems.amount}), 0)`,
      // Read with the rest, so that what is named just now is not counted twice.
      unlisted: sql<number>`(select unlisted from resends where id = ${resendItems.resendId})`,
    })
    .from(resendItems)
    .where(ids.length === 1 ? eq(resendItems.resendId, ids[0] ?? '') : inArray(resendItems.resendId, ids))
    .groupBy(resendItems.resendId, resendItems.state, resendItems.result);
  return Map.groupBy(rows, ({ resendId }) => resendId);
}

/** States of what is or will be asked for. */
export const ASKED = ['requested', 'unknown', 'remaining'];

function count(row: ResendRow, groups: Group[]): Counted {
  const sum = (fits: (group: Group) => boolean) =>
    groups.filter(fits).reduce((total, group) => total + Number(group.count), 0);
  const state = (name: string) => sum((group) => group.state === name);
  const result = (...names: string[]) =>
    sum((group) => group.state === 'requested' && group.result !== null && names.includes(group.result));
  const { outsideCount } = row;
  const unlisted = groups[0]?.unlisted ?? row.unlisted;
  const counts = {
    total: sum(() => true) + unlisted + outsideCount,
    outside: state('outside') + outsideCount,
    unreachable: state('unreachable'),
    skipped: state('skipped'),
    requested: state('requested') + unlisted,
    unknown: state('unknown'),
    remaining: state('remaining'),
    accepted: result('accepted', 'delivered', 'failed') + unlisted,
    delivered: result('delivered'),
    failed: result('failed'),
  };
  const amount = groups
    .filter((group) => ASKED.includes(group.state))
    .reduce((total, group) => total + Number(group.amount), 0);
  return { counts, amount };
}
