import 'server-only';
import { and, eq } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { db, type Transaction } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { disputeWork } from '#lib/db/schema/disputes.ts';
import type { Of } from '#lib/disputes/server/draft-store.ts';
import type { Defense } from '#lib/providers/records.ts';

type SentFile = { name: string; mimeType: string; size: number };
/** A defense sent through Guichê and confirmed; `defense`: the provider's record where it answered one. */
export type Receipt = { text: string; files: SentFile[]; defense: Defense | null };
export type Sent = { operationId: string; sentBy: string; sentAt: Date; receipt: Receipt };

const purpose = ({ accountId, disputeId }: Of) => `dispute_work.receipt:${accountId}:${disputeId}`;
const these = ({ accountId, disputeId }: Of) =>
  and(eq(disputeWork.accountId, accountId), eq(disputeWork.disputeId, disputeId));

/** Within the transaction that settles the operation. Who answered is in charge of the dispute from then on. */
export async function saveReceipt(tx: Transaction, of: Of, sent: Sent): Promise<void> {
  const { receipt, ...columns } = sent;
  const owner = { assigneeId: sent.sentBy, assignedAt: dbNow };
  const set = { ...columns, ...owner, receipt: seal(JSON.stringify(receipt), purpose(of)) };
  await tx
    .insert(disputeWork)
    .values({ ...of, ...set })
    .onConflictDoUpdate({ target: [disputeWork.accountId, disputeWork.disputeId], set });
}

/** The defense that was sent through Guichê, or null. */
export async function sentThrough(of: Of): Promise<Sent | null> {
  const [row] = await db().select().from(disputeWork).where(these(of));
  if (!row?.sentAt || row.receipt === null || row.sentBy === null || row.operationId === null) return null;
  const receipt = JSON.parse(unseal(row.receipt, purpose(of))) as Receipt;
  return { operationId: row.operationId, sentBy: row.sentBy, sentAt: row.sentAt, receipt };
}

export async function isSent(tx: Transaction, of: Of): Promise<boolean> {
  const [row] = await tx.select({ sentAt: disputeWork.sentAt }).from(disputeWork).where(these(of));
  return row?.sentAt != null;
}

/** As a defense the provider would name: its own record, completed by what was sent. */
export function defenseOf({ receipt, sentAt }: Sent): Defense {
  const { defense, text, files } = receipt;
  return {
    id: defense?.id ?? null,
    text: defense?.text ?? text,
    status: defense?.status ?? null,
    createdAt: defense?.createdAt ?? sentAt.toISOString(),
    updatedAt: defense?.updatedAt ?? null,
    files: defense !== null && defense.files.length > 0 ? defense.files : files,
  };
}
