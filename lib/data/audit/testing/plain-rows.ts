import { FIRST_HASH, plainHashOf } from '#lib/data/audit/chain.ts';
import type { auditLog } from '#lib/data/schema/audit.ts';

/** Entries as versions without a key wrote them. */
export function plainRows(count: number): (typeof auditLog.$inferSelect)[] {
  const rows: (typeof auditLog.$inferSelect)[] = [];
  const none = { operatorId: null, accountId: null, target: null, before: null, after: null, session: null };
  for (let seq = 1; seq <= count; seq += 1) {
    const row = {
      ...none,
      seq,
      at: new Date('2026-11-22T12:00:00.000Z'),
      action: 'sign-in',
      result: 'ok',
      address: null,
      userAgent: null,
      providerRequestId: null,
      previousHash: rows.at(-1)?.hash ?? FIRST_HASH,
    };
    rows.push({ ...row, hash: plainHashOf(row) });
  }
  return rows;
}
