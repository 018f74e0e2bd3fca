import type { PlannedRequest, ResendDetail } from '#lib/resends/queries.ts';

export type Told = {
  code: string | null;
  message: string | null;
  requestId: string | null;
  stopped: boolean;
};

/** What a pause already tells is not told twice. */
const PASSING = new Set(['PZG429', 'rate_limited', 'provider_unavailable', 'provider_timeout']);
/** Refusals that say that nothing was there to resend: the job goes on, and says so. */
const SETTLED = new Set(['PZG404', 'PZW310']);
const MOST = 2;

/** Refusals an operator must know of, each code once: what stopped the job first. */
export function toldProblems({ state, problem, pausedUntil, requests }: ResendDetail): Told[] {
  const told: Told[] = [];
  const waitsForHand = state === 'paused' && pausedUntil === null;
  if (problem !== null && (state === 'failed' || waitsForHand) && !PASSING.has(problem.code ?? ''))
    told.push({ ...problem, stopped: true });
  for (const request of requests)
    if (SETTLED.has(request.code ?? '') && told.every(({ code }) => code !== request.code))
      told.push({ code: request.code, message: null, requestId: request.providerRequestId, stopped: false });
  return told.slice(0, MOST);
}

/** The history is searched for so long after a request without an answer. */
const SEARCHED_MS = 10 * 60_000;

/** Whether every search for what had no answer is over. `now`: epoch ms. */
export function unknownIsSettled(requests: readonly PlannedRequest[], now: number): boolean {
  return requests
    .filter(({ state }) => state === 'unknown')
    .every(({ sentAt }) => sentAt !== null && now - Date.parse(sentAt) > SEARCHED_MS);
}
