import 'server-only';
import { type DehydratedState, dehydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { OperatorCtx } from '#lib/api/context.ts';
import { problemOf } from '#lib/api/steps/respond.ts';
import { GuicheError, type Problem } from '#lib/errors.ts';

/** A slow service costs the first paint no more than this; what is missing then, the browser asks for. */
const FIRST_PAINT_MS = 1500;

/** Waits for the readings of a first paint, no longer than it may take. */
export async function inTime(reads: unknown[]): Promise<void> {
  const deadline = new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_MS).unref());
  await Promise.race([Promise.all(reads), deadline]);
}

/** `at` goes along, so that server and browser write the same time. */
type Refusal = { queryKey: QueryKey; problem: Problem; at: number };

/** What a page's first paint carries: what was read, and what was refused in a way that asking again cannot help. */
export type PageState = { read: DehydratedState; refused: Refusal[] };

/** The browser asks for everything else; a refusal (document 1: do not retry) goes along as it is. */
export function pageState(client: QueryClient, { locale, request }: OperatorCtx): PageState {
  const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' });
  const refused = failed.flatMap(({ queryKey, state: { error, errorUpdatedAt } }) => {
    if (!((error as unknown) instanceof GuicheError)) return [];
    const problem = { ...problemOf(error as unknown as GuicheError, locale), requestId: request.id };
    return problem.help?.retry === 'self' ? [] : [{ queryKey, problem, at: errorUpdatedAt }];
  });
  return { read: dehydrate(client), refused };
}
