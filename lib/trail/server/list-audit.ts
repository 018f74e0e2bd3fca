import 'server-only';
import { and, asc, count, desc, lt } from 'drizzle-orm';
import { listScope } from '#lib/api/list-window.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { runningVerification } from '#lib/audit/verification.ts';
import { lastVerdict } from '#lib/audit/verify.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { operators } from '#lib/db/schema/operators.ts';
import { cutPage } from '#lib/list/server/keyset.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import type { PageAsk } from '#lib/providers/port.ts';
import { AuditPage } from '#lib/trail/contract.ts';
import { lastSeq, type Where, whereOf } from '#lib/trail/server/audit-filter.ts';
import { linesOf } from '#lib/trail/server/lines.ts';

/** One page of the log, newest first, with what is known of its chain. */
export async function listAudit({
  ctx,
  query: { limit, cursor, ...filter },
}: Args<'GET /api/audit'>): Promise<AuditPage> {
  const scope = listScope('audit', '', filter);
  const where = await whereOf(filter);
  const read = async ({ limit, position }: PageAsk) => {
    const { rows, next } = await readEntries(where, limit, position as number | null);
    return { items: await linesOf(rows), next };
  };
  const [page, total, people, last, verdict, running] = await Promise.all([
    servePage(scope, { limit, cursor }, read),
    countOf(where),
    db().select({ id: operators.id, name: operators.name }).from(operators).orderBy(asc(operators.name)),
    lastSeq(),
    lastVerdict(),
    runningVerification(),
  ]);
  return present(ctx, AuditPage, {
    ...page,
    total,
    people,
    asOf: new Date().toISOString(),
    chain: { last, verdict, running: running?.checked ?? null },
  });
}

/** Entries from a place of the chain downwards; `next` null: there are no more. */
export async function readEntries({ of }: Where, limit: number, below: number | null) {
  const found = await db()
    .select()
    .from(auditLog)
    .where(and(of, below === null ? undefined : lt(auditLog.seq, below)))
    .orderBy(desc(auditLog.seq))
    .limit(limit + 1);
  return cutPage(found, limit, ({ seq }) => seq);
}

/** Counting on would take longer than the rows themselves. */
const MOST_COUNTED = 10_000;

/** How many a filter leaves; null where they are more than are counted. */
export async function countOf({ of, span }: Where): Promise<number | null> {
  // The chain has no gaps.
  if (span !== null) return Math.max(0, span.to - span.from + 1);
  const some = db()
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(of)
    .limit(MOST_COUNTED + 1)
    .as('some');
  const [row] = await db().select({ total: count() }).from(some);
  const total = row?.total ?? 0;
  return total > MOST_COUNTED ? null : total;
}
