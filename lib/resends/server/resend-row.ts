import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { type resendItems, type resendRequests, resends } from '#lib/db/schema/resends.ts';

export type ResendRow = typeof resends.$inferSelect;
export type ItemRow = typeof resendItems.$inferSelect;
export type NewItem = typeof resendItems.$inferInsert;
export type RequestRow = typeof resendRequests.$inferSelect;

const Words = z.array(z.string()).optional();

/** The receiver of the notices: a registered webhook, or addresses at one host. */
const Receiver = {
  webhook: z.object({ id: z.string(), url: z.string().nullable() }).nullable().default(null),
  host: z.string().nullable().default(null),
};

/** Where reading what a resend shall ask for stands. Instants ISO 8601 UTC, `to` exclusive. */
export const Collection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('walk'),
    from: z.string(),
    to: z.string(),
    type: Words,
    status: Words,
    onlyFailed: z.boolean(),
    webhook: z.object({ id: z.string(), url: z.string().nullable() }).nullable(),
    begun: z.boolean(),
    position: z.unknown(),
  }),
  z.object({
    kind: z.literal('selection'),
    phase: z.enum(['choose', 'walk', 'rest', 'get']),
    position: z.unknown(),
    ...Receiver,
  }),
  z.object({
    kind: z.literal('failures'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    ...Receiver,
  }),
  z.object({
    kind: z.literal('webhook'),
    webhook: z.object({ id: z.string(), url: z.string().nullable() }),
  }),
]);
export type Collection = z.infer<typeof Collection>;

export async function resendById(id: string): Promise<ResendRow | null> {
  const [row] = await db().select().from(resends).where(eq(resends.id, id));
  return row ?? null;
}

/** Changes a resend only as it was seen: null where another step came first. */
export async function stepRow(
  tx: Database | Transaction,
  row: ResendRow,
  change: PgUpdateSetSource<typeof resends>,
  also?: SQL,
): Promise<ResendRow | null> {
  const [after] = await tx
    .update(resends)
    .set({ ...change, version: row.version + 1 })
    .where(and(eq(resends.id, row.id), eq(resends.version, row.version), also))
    .returning();
  return after ?? null;
}
