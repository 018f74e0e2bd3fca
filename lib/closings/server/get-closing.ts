import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { holdersOf, operatorNames } from '#lib/auth/server/holders.ts';
import { parseHead } from '#lib/closings/canonical.ts';
import { ClosingDetail, type ClosingVersion } from '#lib/closings/contract.ts';
import { amountOf, CAUSES, decimalOf } from '#lib/closings/rules.ts';
import { confirmersOf, obstacleTo, secondPersonIn } from '#lib/closings/server/close-terms.ts';
import {
  type DayKey,
  type DayRow,
  dayRow,
  figuresOf,
  keyOf,
  type StoredChanges,
} from '#lib/closings/server/day-row.ts';
import { countsOf, dayItems, differenceCounts, unitsOfRows } from '#lib/closings/server/day-states.ts';
import { dayBefore } from '#lib/closings/server/finish-reading.ts';
import { orderSummary } from '#lib/closings/server/order-summary.ts';
import type { VersionRow } from '#lib/closings/server/version-row.ts';
import { dayRange, saoPauloDay } from '#lib/core/dates.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { closingVersions } from '#lib/data/schema/closings.ts';

/** One day: its equation, its differences by cause, its orders and its versions. Calls no provider. */
export async function getClosing({ ctx, day }: Args<'GET /closings/{day}'>): Promise<ClosingDetail> {
  const key = keyOf(ctx, day);
  const today = saoPauloDay(databaseNow());
  const row = await dayRow(key);
  const [[item], counts, versions, before, orders, people] = await Promise.all([
    dayItems(key.accountId, [day], row === null ? [] : [row], today),
    differenceCounts(key.accountId, [day]),
    versionRows(key),
    dayBefore(key),
    row === null ? null : orderSummary(row),
    holdersOf(db(), key.accountId, 'refund'),
  ]);
  if (item === undefined) throw new Error('The day has no item.');
  const figures = figuresOf(row);
  const close = await closeSteps(ctx, { row, day, today, open: countsOf(counts).open });
  const signers = versions.flatMap(({ signedBy, confirmedBy }) => [signedBy, confirmedBy]);
  const names = await operatorNames([...signers.filter((id) => id !== null), ...people]);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return serializeFor(ctx, ClosingDetail, {
    ...item,
    ...dayRange(day, day),
    figures,
    previous: before && {
      day: before.day,
      closing: before.closing,
      version: before.version,
      equal:
        figures?.opening != null &&
        before.closing !== null &&
        decimalOf(figures.opening) === decimalOf(before.closing),
    },
    causes: CAUSES.flatMap((cause) => {
      const own = counts.filter((one) => one.cause === cause);
      if (own.length === 0) return [];
      const count = own.reduce((sum, one) => sum + one.count, 0);
      return { cause, count, sum: amountOf(unitsOfRows(own)), ...countsOf(own) };
    }),
    orders,
    close,
    versions: versions.map((version) => versionItem(version, person)),
    changes: (row?.changes ?? null) as StoredChanges | null,
    people: people.map(person).sort((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
    asOf: databaseIso(),
  });
}

type Terms = { row: DayRow | null; day: string; today: string; open: number };

async function closeSteps(ctx: Ctx, terms: Terms): Promise<ClosingDetail['close']> {
  const { row } = terms;
  const secondPerson = secondPersonIn(ctx.account.settings);
  const signer = row?.signedBy ?? null;
  const confirmers = secondPerson ? await confirmersOf(ctx.account.id, signer ?? ctx.operator.id) : [];
  const names = await operatorNames([...confirmers, ...(signer === null ? [] : [signer])]);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return {
    obstacle: obstacleTo({ ...terms, operatorId: ctx.operator.id, secondPerson }),
    secondPerson,
    nextVersion: (row?.version ?? 0) + 1,
    readingId: row?.readingId ?? null,
    signed:
      signer === null || row?.signedAt == null
        ? null
        : { by: person(signer), at: row.signedAt.toISOString() },
    confirmers: confirmers.map(person),
  };
}

const versionRows = ({ accountId, day }: DayKey): Promise<VersionRow[]> =>
  db()
    .select()
    .from(closingVersions)
    .where(and(eq(closingVersions.accountId, accountId), eq(closingVersions.day, day)))
    .orderBy(desc(closingVersions.version))
    .execute();

function versionItem(row: VersionRow, person: (id: string) => { id: string; name: string }): ClosingVersion {
  const { figures, differences } = parseHead(row.head);
  const { opening, in: inSum, out, blocks, closing, reported, difference } = figures;
  const count = (state: string) => differences.filter((one) => one.state === state).length;
  return {
    version: row.version,
    sha256: row.sha256,
    bytes: row.bytes,
    lines: row.lines,
    figures: { opening, in: inSum, out, blocks, closing, reported: reported?.amount ?? null, difference },
    explained: count('explained'),
    resolved: count('resolved'),
    signedBy: person(row.signedBy),
    signedAt: row.signedAt.toISOString(),
    confirmedBy: row.confirmedBy === null ? null : person(row.confirmedBy),
    sealedAt: row.sealedAt.toISOString(),
    auditEntry: row.auditSeq,
  };
}
