import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';

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
