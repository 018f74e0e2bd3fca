import 'server-only';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pageFields } from '#lib/api/answer-fields.ts';
import { listScope } from '#lib/api/list-window.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { ClosingDifference, ClosingLine } from '#lib/closings/contract.ts';
import { CAUSES, partOfId } from '#lib/closings/rules.ts';
import { dayRow, keyOf } from '#lib/closings/server/day-row.ts';
import {
  type DifferenceRow,
  ofDayDifferences,
  type StoredSide,
} from '#lib/closings/server/store-differences.ts';
import { wire } from '#lib/closings/world.ts';
import { invalidField } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { closingDifferences, closingLines } from '#lib/data/schema/closings.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { cutPage, keyset, type Place } from '#lib/list/server/ranges.ts';

const Lines = z.object(pageFields(ClosingLine));
const Differences = z.object(pageFields(ClosingDifference));

/** The lines of one part of a day's equation, newest first. */
export async function listLines({ ctx, day, query }: Args<'GET /closings/{day}/lines'>) {
  const { limit, cursor, part: id } = query;
  const key = keyOf(ctx, day);
  const part = partOfId(id);
  if (part === null) throw invalidField('part', 'unknown');
  const readingId = (await dayRow(key))?.readingId ?? '';
  const { side, type, postedAt } = closingLines;
  const mine = and(eq(closingLines.readingId, readingId), eq(side, part.side), eq(type, part.type));
  const order = keyset(
    [
      { by: postedAt, as: 'timestamptz' },
      { by: closingLines.id, as: 'text' },
    ],
    true,
  );
  const scope = listScope('GET closing lines', ctx.account.id, { day, id, readingId });
  const page = await servePage(scope, { limit, cursor }, async ({ position }) => {
    const [found, total] = await Promise.all([
      db()
        .select({ row: closingLines, place: order.place })
        .from(closingLines)
        .where(and(mine, order.below(position as Place | null)))
        .orderBy(...order.order)
        .limit(limit + 1),
      db().$count(closingLines, mine),
    ]);
    const { rows, next } = cutPage(found, limit, ({ place }) => place);
    return { items: rows.map(({ row }) => lineItem(row)), next, total };
  });
  return serializeFor(ctx, Lines, page);
}

const lineItem = (row: typeof closingLines.$inferSelect): ClosingLine => ({
  ...row,
  type: row.type === '' ? null : row.type,
  amount: row.amount === null ? null : wire(row.amount, row.exact),
  fee: row.fee === null ? null : { cents: row.fee },
  postedAt: row.postedAt?.toISOString() ?? null,
  createdAt: row.createdAt?.toISOString() ?? null,
});

/** Differences of a day by cause; in each, open ones first, then explained, then resolved; largest first. */
export async function listDifferences({ ctx, day, query }: Args<'GET /closings/{day}/differences'>) {
  const { limit, cursor, cause, state } = query;
  const key = keyOf(ctx, day);
  const { id, amount } = closingDifferences;
  const mine = and(
    ofDayDifferences(key),
    cause === undefined ? undefined : eq(closingDifferences.cause, cause),
    state === undefined ? undefined : eq(closingDifferences.state, state),
  );
  const scope = listScope('GET closing differences', ctx.account.id, { day, cause, state });
  const causeAt = sql<number>`array_position(${sql.param([...CAUSES])}::text[], ${closingDifferences.cause})`;
  const stateAt = sql<number>`array_position(array['open', 'explained', 'resolved'], ${closingDifferences.state})`;
  const page = await servePage(scope, { limit, cursor }, async ({ position }) => {
    const from = Number(position ?? 0);
    const [found, total] = await Promise.all([
      db()
        .select()
        .from(closingDifferences)
        .where(mine)
        .orderBy(causeAt, stateAt, desc(amount), asc(id))
        .limit(limit + 1)
        .offset(from),
      db().$count(closingDifferences, mine),
    ]);
    const { rows, next } = cutPage(found, limit, () => from + limit);
    return { items: await differenceItems(rows), next, total };
  });
  return serializeFor(ctx, Differences, page);
}

export async function differenceItems(rows: readonly DifferenceRow[]): Promise<ClosingDifference[]> {
  const names = await operatorNames(
    rows.flatMap((row) => [row.responsible ?? [], row.operatorId ?? []].flat()),
  );
  const person = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return rows.map((row) => ({
    id: row.id,
    cause: row.cause as ClosingDifference['cause'],
    reason: row.reason,
    left: row.left as StoredSide,
    right: row.right as StoredSide,
    difference: wire(row.amount, row.exact),
    transactionId: row.transactionId,
    state: row.state as ClosingDifference['state'],
    responsible: person(row.responsible),
    note: row.note,
    by: person(row.operatorId),
    at: row.at.toISOString(),
  }));
}
