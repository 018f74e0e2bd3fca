import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { noticeSteps } from '#lib/db/schema/notifications.ts';
import type { NoticeFacts } from '#lib/notices/events.ts';
import type { NoticeLine } from '#lib/notifications/contract.ts';

export type ToldStep = typeof noticeSteps.$inferSelect;

/** More of a line's subject than its step told, as it is now: for the page alone, never for a channel. */
export type Beside = {
  /** Instead of those that its step told, or more of them. */
  facts?: NoticeFacts;
  /** Words that follow its detail. */
  words?: string;
} & Partial<Pick<NoticeLine, 'reference' | 'quote' | 'reason' | 'unknown'>>;
/** By cause; of lines that it says nothing about it asks nothing. */
export type BesideOf = (ctx: OperatorCtx, told: readonly ToldStep[]) => Promise<ReadonlyMap<string, Beside>>;
