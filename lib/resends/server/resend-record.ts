import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import type { ResendHead } from '#lib/resends/contract.ts';
import { countsOfAll } from '#lib/resends/server/counts.ts';
import { limitsOf } from '#lib/resends/server/limits.ts';
import type { KeptProblem } from '#lib/resends/server/pause.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

/** Rows as records, with their counts at this instant; whoever answers with them presents them. */
export async function resendRecords(ctx: Ctx, rows: readonly ResendRow[]): Promise<ResendHead[]> {
  const [counted, names] = await Promise.all([
    countsOfAll(rows),
    operatorNames(rows.map(({ operatorId }) => operatorId)),
  ]);
  const { perMinute } = limitsOf(ctx.account);
  return rows.flatMap((row) => {
    const found = counted.get(row.id);
    if (found === undefined) return [];
    return [
      {
        ...headOf(row),
        ...found,
        perMinute,
        by: { id: row.operatorId, name: names.get(row.operatorId) ?? '' },
      },
    ];
  });
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

function headOf(row: ResendRow): Omit<ResendHead, 'counts' | 'amount' | 'perMinute' | 'by'> {
  return {
    id: row.id,
    number: row.number ?? 0,
    state: row.state as ResendHead['state'],
    pauseReason: row.pauseReason as ResendHead['pauseReason'],
    pausedUntil: instant(row.pausedUntil),
    problem: row.problem as KeptProblem | null,
    scope: row.scope as ResendHead['scope'],
    filter: { ...(row.filter as Record<string, unknown>), ...(row.everything ? { everything: true } : {}) },
    estimated: row.estimated,
    createdAt: row.createdAt.toISOString(),
    startedAt: instant(row.startedAt),
    completedAt: instant(row.completedAt),
    followedUntil: instant(row.followedUntil),
    indexFrom: instant(row.indexFrom),
  };
}
