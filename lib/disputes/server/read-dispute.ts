import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { storedInfraction, upsertInfractions } from '#lib/disputes/server/upsert-infractions.ts';
import type { Infraction, InfractionDetail } from '#lib/providers/records.ts';

/**
 * Reads the dispute from the provider and updates the index. If the provider fails, returns the index's copy
 * with its time in `asOf` and no raw answer. Throws `not_found`, or the provider's error if the index has no
 * copy.
 */
export async function readDispute(ctx: Ctx, id: string): Promise<InfractionDetail> {
  const port = ctx.part('disputes');
  const startedAt = databaseNow();
  try {
    const { tellsDefenses: _, ...detail } = await port.get(id, ctx.call);
    await upsertInfractions(ctx.account.id, [detail.infraction], startedAt);
    return detail;
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code === 'not_found') throw error;
    const stored = await storedInfraction(ctx.account.id, id);
    if (stored === null) throw error;
    return { ...stored, raw: null };
  }
}

/**
 * The record from the index, otherwise from the provider; for fields that do not change (parties, payment).
 * Throws `not_found`.
 */
export async function knownDispute(ctx: Ctx, id: string): Promise<Infraction> {
  ctx.part('disputes');
  return (await storedInfraction(ctx.account.id, id))?.infraction ?? (await readDispute(ctx, id)).infraction;
}

type Subject = { ctx: Ctx; id: string };

/**
 * Calls the handler with the dispute's main id. A provider may accept several ids for one dispute (document
 * 2: id and protocol); notes, drafts, files, assignee and defense belong to the dispute, not to the id in the
 * URL.
 */
export const byOwnId =
  <Input extends Subject, Answer>(handler: (input: Input) => Answer) =>
  async (input: Input): Promise<Awaited<Answer>> =>
    await handler({ ...input, id: (await knownDispute(input.ctx, input.id)).id });
