import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { parseHead, type SealedDay } from '#lib/closings/canonical.ts';
import { keyOf } from '#lib/closings/server/day-row.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { closingNotes, closingVersions } from '#lib/data/schema/closings.ts';

export type VersionRow = typeof closingVersions.$inferSelect;
export type VersionOf = { ctx: Ctx; day: string; version: number };
export type VersionKey = Pick<VersionRow, 'accountId' | 'day' | 'version'>;

/** SQL: the rows of a table that belong to one version. */
export const ofVersion = (
  table: typeof closingVersions | typeof closingNotes,
  { accountId, day, version }: VersionKey,
) => and(eq(table.accountId, accountId), eq(table.day, day), eq(table.version, version));

/** A sealed version. Throws `not_found`. */
export async function versionRow({ ctx, day, version }: VersionOf): Promise<VersionRow> {
  const { accountId } = keyOf(ctx, day);
  const [row] = await db()
    .select()
    .from(closingVersions)
    .where(ofVersion(closingVersions, { accountId, day, version }));
  if (row === undefined) throw new GuicheError('not_found', 'The day has no such version.');
  return row;
}

/** What the files for people are written from. `names`: of the people of Guichê, by id. */
export type SealedVersion = {
  row: VersionRow;
  day: SealedDay;
  notes: Readonly<Record<string, string>>;
  names: ReadonlyMap<string, string>;
};

export async function sealedVersion(row: VersionRow): Promise<SealedVersion> {
  const day = parseHead(row.head);
  const people = [
    row.signedBy,
    row.confirmedBy,
    ...day.differences.flatMap(({ by, responsible }) => [by, responsible]),
  ];
  return {
    row,
    day,
    notes: await notesOf(row),
    names: await operatorNames(people.filter((id) => id !== null)),
  };
}

async function notesOf(key: VersionKey): Promise<Record<string, string>> {
  const rows = await db()
    .select({ id: closingNotes.differenceId, note: closingNotes.note })
    .from(closingNotes)
    .where(ofVersion(closingNotes, key));
  return Object.fromEntries(rows.map(({ id, note }) => [id, note]));
}
