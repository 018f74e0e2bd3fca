import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';

type Given = { ctx: Ctx; id: string };

/**
 * A verb on the dispute as its provider names it: a service may take several ids of one dispute (document 2: id and
 * protocol), and notes, drafts, files, who is in charge and the one defense belong to the dispute, not to the address.
 */
export const byOwnId =
  <Asked extends Given, Answer>(verb: (asked: Asked) => Answer) =>
  async (asked: Asked): Promise<Awaited<Answer>> =>
    await verb({ ...asked, id: (await knownDispute(asked.ctx, asked.id)).id });
