import 'server-only';
import { and, type Column, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { unseal } from '#lib/auth/server/seal.ts';
import { db } from '#lib/db/client.ts';
import { disputeAttachments, disputeDrafts, disputes, disputeWork } from '#lib/db/schema/disputes.ts';
import { checklist } from '#lib/disputes/checklist.ts';
import type { DisputeState } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { type DraftRow, namePurpose, type Of, openContent } from '#lib/disputes/server/draft-store.ts';
import { stateWith } from '#lib/disputes/server/show-dispute.ts';

/** People are named by id. */
export type DefenseStand = {
  state: DisputeState;
  assigneeId: string | null;
  answeredAt: Date | null;
  /** The one who sent the defense through Guichê. */
  answeredBy: string | null;
  /** The stored draft, and how many of the proofs that persuade it makes: the count of the page where it is written. */
  draft: { version: number; proofs: { made: number; of: number } } | null;
};
type File = { name: string; mimeType: string };

const keyOf = ({ accountId, disputeId }: Of) => `${accountId} ${disputeId}`;

/** How far the defense of each of these disputes is, of whichever accounts; null for one that the index does not hold. */
export async function defensesStand(these: readonly Of[]): Promise<(of: Of) => DefenseStand | null> {
  if (these.length === 0) return () => null;
  const reason = sql<string | null>`${disputes.infraction} ->> 'reason'`;
  const { accountId, id: disputeId, state, answeredAt } = disputes;
  const rows = await db()
    .select({ accountId, disputeId, state, answeredAt, reason, work: disputeWork, draft: disputeDrafts })
    .from(disputes)
    .leftJoin(disputeWork, and(eq(disputeWork.accountId, accountId), eq(disputeWork.disputeId, disputeId)))
    .leftJoin(
      disputeDrafts,
      and(eq(disputeDrafts.accountId, accountId), eq(disputeDrafts.disputeId, disputeId)),
    )
    .where(among({ accountId, disputeId }, these));
  const files = await filesOf(rows.filter(({ draft }) => draft !== null));
  const found = new Map(
    rows.map((row): [string, DefenseStand] => [
      keyOf(row),
      {
        state: stateWith(row),
        assigneeId: row.work?.assigneeId ?? null,
        answeredAt: row.work?.sentAt ?? row.answeredAt,
        answeredBy: row.work?.sentBy ?? null,
        draft: row.draft === null ? null : draftStand(row.draft, row.reason, files.get(keyOf(row)) ?? []),
      },
    ]),
  );
  return (of) => found.get(keyOf(of)) ?? null;
}

function draftStand(row: DraftRow, reason: string | null, files: readonly File[]): DefenseStand['draft'] {
  const { situation, ...written } = openContent(row, row);
  const checks = checklist(situation ?? guessSituation(reason), written, files);
  const made = checks.filter(({ state }) => state !== 'open').length;
  return { version: row.version, proofs: { made, of: checks.length } };
}

/** Files that are attached now, by dispute. */
async function filesOf(these: readonly Of[]): Promise<Map<string, File[]>> {
  if (these.length === 0) return new Map();
  const { id, accountId, disputeId, name, mimeType, removedAt } = disputeAttachments;
  const rows = await db()
    .select({ id, accountId, disputeId, name, mimeType })
    .from(disputeAttachments)
    .where(and(isNull(removedAt), among({ accountId, disputeId }, these)));
  const opened = rows.map((row) => ({ ...row, name: unseal(row.name, namePurpose(row.id)) }));
  return Map.groupBy(opened, keyOf);
}

/** These disputes, whatever accounts they are of. */
function among(of: { accountId: Column; disputeId: Column }, these: readonly Of[]) {
  const byAccount = Map.groupBy(these, ({ accountId }) => accountId);
  return or(
    ...[...byAccount].map(([account, some]) =>
      and(
        eq(of.accountId, account),
        inArray(
          of.disputeId,
          some.map(({ disputeId }) => disputeId),
        ),
      ),
    ),
  );
}
