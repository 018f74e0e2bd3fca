import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Beside, BesideOf, ToldStep } from '#lib/notifications/server/beside.ts';
import { besideDeadlines } from '#lib/notifications/server/beside-deadlines.ts';
import { besideDeclines } from '#lib/notifications/server/beside-declines.ts';
import { besideEndpoints } from '#lib/notifications/server/beside-endpoints.ts';
import { besideMentions } from '#lib/notifications/server/beside-mentions.ts';
import { besideOperations } from '#lib/notifications/server/beside-operations.ts';
import { besideResends } from '#lib/notifications/server/beside-resends.ts';

const ALL: readonly BesideOf[] = [
  besideDeadlines,
  besideDeclines,
  besideEndpoints,
  besideMentions,
  besideOperations,
  besideResends,
];

/** By cause, of the latest steps of a page's lines: a few queries for each of its subjects, however many lines it has. */
export async function besideLines(
  ctx: OperatorCtx,
  told: readonly ToldStep[],
): Promise<ReadonlyMap<string, Beside>> {
  const found = await Promise.all(ALL.map((beside) => beside(ctx, told)));
  return new Map(found.flatMap((some) => [...some]));
}
