import 'server-only';
import { redactUrl } from '#lib/http/redact.ts';
import { log } from '#lib/log.ts';
import type { CallLog } from '#lib/providers/client/line.ts';
import { methodWord, OTHER, outcomeWord } from '#lib/watch/closed-words.ts';
import { meters } from '#lib/watch/meters.ts';
import { requestScope } from '#lib/watch/scope.ts';
import { spans } from '#lib/watch/spans.ts';

/** Never left: there is nothing to be timed. */
const HELD = new Set(['circuit', 'budget']);

/** Every call to a provider passes here once it is over: into the log, the counts and its request's trace. */
export function tellCall(entry: CallLog, account: string): void {
  // `requestId` on a line is the request of our own that it was written for.
  const { requestId: providerRequestId, ...told } = entry;
  log().debug({ ...told, providerRequestId }, 'provider call');
  if (meters() === null && spans() === null) return;
  const call = {
    account: meters()?.words.account(account) ?? account,
    method: methodWord(entry.method),
    route: meters()?.words.providerRoute(routeOf(entry.url)) ?? routeOf(entry.url),
  };
  const outcome = outcomeWord(entry.outcome);
  meters()?.providerCalls.inc({ ...call, outcome });
  if (!HELD.has(outcome)) meters()?.providerSeconds.observe(call, entry.ms / 1000);
  trace(entry, call, outcome);
}

type Call = { account: string; method: string; route: string };

/** Written when it is over, so that what calls needs to know of no trace. */
function trace({ ms, outcome: ended }: CallLog, { account, method, route }: Call, outcome: string): void {
  const now = Date.now();
  const facts = { 'guiche.account': account, 'http.request.method': method, 'url.template': route };
  const name = `provider ${method} ${route}`;
  const span =
    requestScope()?.span?.open(name, 'client', facts, now - ms) ??
    spans()?.begin(name, 'client', facts, { at: now - ms });
  const failed = outcome !== 'ok';
  const told = typeof ended === 'number' ? { 'http.response.status_code': ended } : {};
  span?.end({ ...told, ...(failed ? { 'error.type': outcome } : {}) }, { failed, at: now });
}

/** The path by its words; whatever may be an id, a key or a name is `:id`. */
export function routeOf(url: string): string {
  const [, path] = /^[a-z]+:\/\/[^/]*(\/[^?]*)/.exec(redactUrl(url)) ?? [];
  return path?.replaceAll('…', ':id') ?? OTHER;
}
