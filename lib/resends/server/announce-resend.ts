import 'server-only';
import { appendAudit } from '#lib/audit/append.ts';
import type { Transaction } from '#lib/db/client.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';
import type { AuditAction } from '#lib/trail/actions.ts';

export const announceResend = (tx: Transaction, accountId: string): Promise<void> =>
  announce(tx, accountId, [['resends']]);

/** Audits an action of the job itself, in the name of the operator who began it. */
export async function auditResend(
  tx: Transaction,
  row: ResendRow,
  what: {
    action: AuditAction;
    result?: 'ok' | 'refused' | 'failed';
    after?: Record<string, unknown>;
    requestId?: string | null;
  },
): Promise<void> {
  await appendAudit(tx, {
    operatorId: row.operatorId,
    accountId: row.accountId,
    action: what.action,
    target: row.id,
    result: what.result ?? 'ok',
    after: { number: row.number, ...what.after },
    providerRequestId: what.requestId ?? null,
  });
}
