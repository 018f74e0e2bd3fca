import 'server-only';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { disputeDrafts } from '#lib/data/schema/disputes.ts';
import { characters, plainText } from '#lib/disputes/letter.ts';
import { stateOf } from '#lib/disputes/rules.ts';
import { type Composed, composeDefense, previewOf } from '#lib/disputes/server/compose-defense.ts';
import { DEFENSE } from '#lib/disputes/server/defense-operation.ts';
import { limitsOf, namesOf, requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { type Of, otherVersion, storedDraft, thisDraft } from '#lib/disputes/server/draft-store.ts';
import { defenseOf, isSent, sentThrough } from '#lib/disputes/server/get-defenses.ts';
import { readDispute } from '#lib/disputes/server/read-dispute.ts';
import { openOperation, performAndAnswer } from '#lib/operations/server/perform.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';

export type DefenseInput = { version: number; digest?: string | undefined } | { text: string };

class OtherVersion extends Error {}
class AlreadySent extends Error {}

/**
 * Document 1, POST /user/infractions/{id}/defenses, at most once: the stored version, or a text. Throws
 * `conflict` (another send under way, another version, closed), `already_done` with the existing defense,
 * `invalid_request` naming the obstacles. Answers with the operation: 201 confirmed, 202 unknown yet.
 */
export async function sendDefense({ ctx, id, body }: Args<'POST /disputes/{id}/defenses'>): Promise<Reply> {
  requireDefenses(ctx);
  const of = { accountId: ctx.account.id, disputeId: id };
  await refuseDuplicate(of);
  const { infraction, untold } = await answerable(ctx, id).catch(async (error: unknown) => {
    // A colleague may have sent one during the read; the error then names them as the sender.
    await refuseDuplicate(of);
    throw error;
  });
  const composed = await compose(ctx, infraction, of, body);
  const { text, files, letter } = composed;
  const before = {
    status: infraction.status,
    ids: infraction.defenses.map((defense) => defense.id),
    ...(untold ? { untold } : {}),
  };
  const version = 'version' in body ? body.version : null;
  try {
    return await performAndAnswer(
      ctx,
      DEFENSE,
      {
        target: id,
        request: { text, files, letter, before },
        intent: {
          version,
          characters: characters(text),
          files: files.length,
          protocol: infraction.protocol,
        },
        within: (tx) => assertUnchanged(tx, of, version),
      },
      { status: 201 },
    );
  } catch (error) {
    if (error instanceof OtherVersion) throw await otherVersion(ctx, id);
    if (error instanceof AlreadySent) throw await alreadySent(of);
    throw error;
  }
}

/** Throws if a defense is being sent or was sent. In this order: one under way becomes a sent one. */
async function refuseDuplicate(of: Of): Promise<void> {
  const open = await openOperation(db(), of.accountId, DEFENSE.name, of.disputeId);
  if (open !== null)
    throw new GuicheError('conflict', 'A defense is already under way.', { operationId: open.id });
  if ((await sentThrough(of)) !== null) throw await alreadySent(of);
}

/** Locks the draft's row, so a colleague cannot save until the operation is stored. */
async function assertUnchanged(tx: Transaction, of: Of, version: number | null): Promise<void> {
  if (await isSent(tx, of)) throw new AlreadySent();
  if (version === null) return;
  const [draft] = await tx
    .select({ version: disputeDrafts.version })
    .from(disputeDrafts)
    .where(thisDraft(of))
    .for('update');
  if (draft?.version !== version) throw new OtherVersion();
}

/** The current dispute, if it may still be answered. `untold`: its defenses could not be read. */
async function answerable(ctx: Ctx, id: string): Promise<{ infraction: Infraction; untold: boolean }> {
  const { infraction, raw } = await readDispute(ctx, id);
  const state = stateOf({ ...infraction, defended: infraction.defenses.length > 0 });
  if (state === 'closed')
    throw new GuicheError('conflict', 'The dispute is closed.', {
      existing: { state, status: infraction.status },
    });
  // Some providers list defenses only on this route. If it fails, sending goes on: the deadline passes.
  const own = await ctx
    .part('disputes')
    .defenses(id, ctx.call)
    .catch((error: unknown) => {
      if (!(error instanceof GuicheError)) throw error;
      return 'failed' as const;
    });
  const listed = typeof own === 'object' && own !== null;
  const defenses = listed && own.length > 0 ? own : infraction.defenses;
  if (state === 'answered' || defenses.length > 0) throw alreadyDone(defenses.at(-1) ?? null);
  // Without the route, the dispute itself lists them, unless only the index's copy could be read.
  const untold = own === 'failed' || (own === null && raw === null);
  return { infraction: { ...infraction, defenses }, untold };
}

function alreadyDone(defense: Defense | null): GuicheError {
  const existing = { defense, sentBy: null, at: defense?.createdAt ?? null };
  return new GuicheError('already_done', 'A defense was already sent.', { existing });
}

async function alreadySent(of: Of): Promise<GuicheError> {
  const sent = await sentThrough(of);
  if (sent === null) return alreadyDone(null);
  const sentBy = (await namesOf([sent.sentBy]))(sent.sentBy);
  return new GuicheError('already_done', 'A defense was already sent.', {
    operationId: sent.operationId,
    existing: { defense: defenseOf(sent), sentBy, at: sent.sentAt.toISOString() },
  });
}

async function compose(ctx: Ctx, infraction: Infraction, of: Of, body: DefenseInput): Promise<Composed> {
  const limit = limitsOf(ctx.account).characters;
  const composed =
    'text' in body ? plain(plainText(body.text), limit) : await stored(ctx, infraction, of, body);
  const [first] = composed.obstacles;
  if (first === undefined) return composed;
  throw new GuicheError('invalid_request', 'The defense cannot be sent as it is.', {
    fields: composed.obstacles.map((message) => ({ field: 'defense', message })),
  });
}

function plain(text: string, limit: number): Composed {
  const obstacles = characters(text) > limit ? ['too_long'] : [];
  return { version: 0, text, files: [], letter: null, obstacles, signs: [], digest: '' };
}

async function stored(
  ctx: Ctx,
  infraction: Infraction,
  of: Of,
  { version, digest }: Extract<DefenseInput, { version: number }>,
): Promise<Composed> {
  const draft = await storedDraft(of);
  if (draft.version !== version) throw await otherVersion(ctx, of.disputeId);
  const composed = await composeDefense(ctx, infraction, draft);
  if (digest === undefined || digest === composed.digest) return composed;
  throw new GuicheError('conflict', 'What would be sent is no longer what was shown.', {
    existing: previewOf(composed, limitsOf(ctx.account).characters, []),
  });
}
