import 'server-only';
import { and, type Column, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { disputeAttachments, disputeDrafts, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { checklist } from '#lib/disputes/checklist.ts';
import { DefenseList, type DisputeState } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { namesOf } from '#lib/disputes/server/disputes-of.ts';
import { type DraftRow, namePurpose, type Of, openContent } from '#lib/disputes/server/draft-store.ts';
import { DRAFT_OF, stateWith, WORK_OF } from '#lib/disputes/server/queue-rows.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { storeDefenses } from '#lib/disputes/server/upsert-infractions.ts';
import { type Defense, Party } from '#lib/providers/records.ts';

type Item = DefenseList['items'][number];
/** For masking: the people that the dispute names are hidden in the defenses' texts. */
const About = z.object({ payer: Party, receiver: Party, items: DefenseList.shape.items });

type SentFile = { name: string; mimeType: string; size: number };

/** A confirmed defense sent through Guichê. `defense`: the provider's record, if it returned one. */
type Receipt = { text: string; files: SentFile[]; defense: Defense | null };

type Sent = { operationId: string; sentBy: string; sentAt: Date; receipt: Receipt };

const purpose = ({ accountId, disputeId }: Of) => `dispute_work.receipt:${accountId}:${disputeId}`;

const these = ({ accountId, disputeId }: Of) =>
  and(eq(disputeWork.accountId, accountId), eq(disputeWork.disputeId, disputeId));

/** Runs in the transaction that settles the operation. Assigns the dispute to the operator who answered. */
export async function saveReceipt(tx: Transaction, of: Of, sent: Sent): Promise<void> {
  const { receipt, ...columns } = sent;
  const owner = { assigneeId: sent.sentBy, assignedAt: dbNow };
  const set = { ...columns, ...owner, receipt: seal(JSON.stringify(receipt), purpose(of)) };
  await tx
    .insert(disputeWork)
    .values({ ...of, ...set })
    .onConflictDoUpdate({ target: [disputeWork.accountId, disputeWork.disputeId], set });
}

/** The defense sent through Guichê, or null. */
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

/** The provider's record of the defense, completed with what Guichê sent. */
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

/**
 * Document 1, GET /user/infractions/{id}/defenses. If the account may not read them: the dispute's history,
 * otherwise what Guichê sent. Texts are masked for operators who may not answer disputes.
 */
export async function getDefenses({ ctx, id }: { ctx: Ctx; id: string }): Promise<DefenseList> {
  const infraction = await knownDispute(ctx, id);
  const sent = await sentThrough({ accountId: ctx.account.id, disputeId: id });
  const listed = await ctx
    .part('disputes')
    .defenses(id, ctx.call)
    .catch((error: unknown) => {
      if (sent === null) throw error;
      return null;
    });
  if (listed !== null && listed.length > 0) await storeDefenses(ctx.account.id, id, { defenses: listed });
  const known = listed ?? infraction.defenses;
  const items = await withSender(known, sent);
  const inClear = ctx.permissions.has('dispute');
  const names = ctx.permissions.has('reveal');
  const shown = inClear ? items : masked(About, { ...infraction, items }, { names }).items;
  return serializeFor(ctx, DefenseList, { items: shown, available: listed !== null }, { inClear });
}

/** Marks the defense that Guichê sent; adds it if the provider does not list it yet. */
async function withSender(known: readonly Defense[], sent: Sent | null): Promise<Item[]> {
  const nobody = { sentBy: null, operationId: null };
  if (sent === null) return known.map((defense) => ({ ...defense, ...nobody }));
  const us = { sentBy: (await namesOf([sent.sentBy]))(sent.sentBy), operationId: sent.operationId };
  const ours = ourIndex(known, sent);
  if (ours < 0)
    return [{ ...defenseOf(sent), ...us }, ...known.map((defense) => ({ ...defense, ...nobody }))];
  return known.map((defense, index) => ({ ...defense, ...(index === ours ? us : nobody) }));
}

function ourIndex(known: readonly Defense[], { receipt }: Sent): number {
  const byId = known.findIndex(({ id }) => id !== null && id === receipt.defense?.id);
  return byId >= 0 ? byId : known.findIndex(({ text }) => text === null || text === receipt.text);
}

/** How far a dispute's defense is. People are ids. */
export type DefenseStatus = {
  state: DisputeState;
  assigneeId: string | null;
  answeredAt: Date | null;
  /** The operator who sent the defense through Guichê. */
  answeredBy: string | null;
  /** The stored draft, and how many persuasive arguments it makes (the same count as in the editor). */
  draft: { version: number; proofs: { made: number; of: number } } | null;
};

type File = { name: string; mimeType: string };

const keyOf = ({ accountId, disputeId }: Of) => `${accountId} ${disputeId}`;

/** How far the defense of each dispute is, across accounts; null for one that the index does not have. */
export async function defenseStatuses(these: readonly Of[]): Promise<(of: Of) => DefenseStatus | null> {
  if (these.length === 0) return () => null;
  const reason = sql<string | null>`${disputes.infraction} ->> 'reason'`;
  const { accountId, id: disputeId, state, answeredAt } = disputes;
  const rows = await db()
    .select({ accountId, disputeId, state, answeredAt, reason, work: disputeWork, draft: disputeDrafts })
    .from(disputes)
    .leftJoin(disputeWork, WORK_OF)
    .leftJoin(disputeDrafts, DRAFT_OF)
    .where(among({ accountId, disputeId }, these));
  const files = await filesOf(rows.filter(({ draft }) => draft !== null));
  const found = new Map(
    rows.map((row): [string, DefenseStatus] => [
      keyOf(row),
      {
        state: stateWith(row),
        assigneeId: row.work?.assigneeId ?? null,
        answeredAt: row.work?.sentAt ?? row.answeredAt,
        answeredBy: row.work?.sentBy ?? null,
        draft: row.draft === null ? null : draftStatus(row.draft, row.reason, files.get(keyOf(row)) ?? []),
      },
    ]),
  );
  return (of) => found.get(keyOf(of)) ?? null;
}

function draftStatus(row: DraftRow, reason: string | null, files: readonly File[]): DefenseStatus['draft'] {
  const { situation, ...written } = openContent(row, row);
  const checks = checklist(situation ?? guessSituation(reason), written, files);
  const made = checks.filter(({ state }) => state !== 'open').length;
  return { version: row.version, proofs: { made, of: checks.length } };
}

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
