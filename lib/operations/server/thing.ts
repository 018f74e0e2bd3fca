import 'server-only';
import { and, arrayOverlaps, eq, inArray, or, type SQL } from 'drizzle-orm';
import { operations } from '#lib/db/schema/operations.ts';

/** What operations of a kind act on, by all names that the provider gives it. */
export type Thing = { accountId: string; kind: string; names: readonly string[] };

/** Operations on the thing that has one of these names; of a build before `names` by their target. */
export const named = (names: readonly string[]): SQL | undefined =>
  or(inArray(operations.target, [...names]), arrayOverlaps(operations.names, [...names]));

export const ofThing = ({ accountId, kind, names }: Thing): SQL | undefined =>
  and(eq(operations.accountId, accountId), eq(operations.kind, kind), named(names));
