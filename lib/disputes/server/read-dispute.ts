import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { keptInfraction, upsertInfractions } from '#lib/disputes/server/upsert-infractions.ts';
import type { Infraction, InfractionDetail } from '#lib/providers/records.ts';

/**
 * The dispute as its provider holds it now (and the index with it). Where the provider fails, as the index last saw
 * it, with that time in `asOf` and no raw answer. Throws `not_found`, or the provider's fault where nothing is known.
 */
export async function readDispute(ctx: Ctx, id: string): Promise<InfractionDetail> {
  const port = ctx.part('disputes');
  const begun = databaseNow();
  try {
    const { tellsDefenses: _, ...detail } = await port.get(id, ctx.call);
    await upsertInfractions(ctx.account.id, [detail.infraction], begun);
    return detail;
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code === 'not_found') throw error;
    const kept = await keptInfraction(ctx.account.id, id);
    if (kept === null) throw error;
    return { ...kept, raw: null };
  }
}

/** The record as the index has it, else as its provider does: for what does not change (parties, payment). Throws `not_found`. */
export async function knownDispute(ctx: Ctx, id: string): Promise<Infraction> {
  ctx.part('disputes');
  return (await keptInfraction(ctx.account.id, id))?.infraction ?? (await readDispute(ctx, id)).infraction;
}
