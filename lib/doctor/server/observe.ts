import 'server-only';
import type { Answer, UnreadField } from '#lib/doctor/contract.ts';
import type { Read, Window } from '#lib/doctor/server/reads.ts';
import { unreadOf } from '#lib/doctor/server/unread.ts';
import { GuicheError } from '#lib/errors.ts';
import type { HttpOutcome, Transport } from '#lib/http/request.ts';
import { isOfIntermediary } from '#lib/providers/intermediary-codes.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { hearUnreadable } from '#lib/providers/unreadable.ts';

/** One exchange with the service. `path` without its query: that may name people. */
export type Exchange = { method: string; path: string; outcome: HttpOutcome; ms: number };

/** A transport that writes down what passes. */
export const watching =
  (seen: Exchange[]) =>
  (transport: Transport): Transport =>
  async (request) => {
    const begun = performance.now();
    const outcome = await transport(request);
    const { pathname } = new URL(request.url);
    seen.push({ method: request.method, path: pathname, outcome, ms: performance.now() - begun });
    return outcome;
  };

/** A list may count millions. */
const MOST_HEARD = 1_000;

export type Asked = { answer: Answer; unread: UnreadField[]; error: GuicheError | null };

/** Asks one question and says how it ended; throws only defects of ours and the caller's going away. */
export async function askOne(
  read: Read,
  { port, call, window, seen }: { port: ProviderPort; call: Call; window: Window; seen: Exchange[] },
): Promise<Asked> {
  const before = seen.length;
  const begun = performance.now();
  const heard: string[] = [];
  const asked = await hearUnreadable(
    (field, times) => heard.push(...Array<string>(Math.min(times, MOST_HEARD)).fill(field)),
    () => read.ask(port, call, window),
  ).catch((thrown: unknown) => {
    call.signal?.throwIfAborted();
    if (thrown instanceof GuicheError) return thrown;
    throw thrown;
  });
  const ms = Math.round(performance.now() - begun);
  const exchanges = seen.slice(before);
  const last = exchanges.at(-1);
  // Of what is nowhere the likeliest path is named, else the one that answered.
  const nowhere = asked instanceof GuicheError && isAbsent(last);
  const shown = nowhere ? exchanges.find(isAbsent) : last;
  const route = shown === undefined ? '' : `${shown.method} ${shown.path}`;
  const rows = asked instanceof GuicheError ? [] : asked.filter((row) => row !== undefined);
  const { found, unknown } = unreadOf(rows, read.expected, heard);
  return {
    answer: { route, ms, rows: rows.length, unknown, ...endOf(asked, last, read.lookUp === true) },
    unread: found.map((field) => ({ route, ...field })),
    error: asked instanceof GuicheError ? asked : null,
  };
}

const isAbsent = (last: Exchange | undefined) =>
  last?.outcome.kind === 'status' && [404, 405].includes(last.outcome.status);

function endOf(
  asked: unknown,
  last: Exchange | undefined,
  lookUp: boolean,
): Pick<Answer, 'end' | 'code' | 'missing'> {
  const absent = isAbsent(last);
  if (!(asked instanceof GuicheError) && lookUp) return { end: 'read', code: null };
  if (!(asked instanceof GuicheError)) return { end: absent ? 'absent' : 'read', code: null };
  const { provider } = asked.details;
  const code = provider?.code ?? null;
  if (absent) return { end: 'absent', code };
  if (isOfIntermediary(code)) return { end: 'failed', code };
  if (provider?.status !== undefined && provider.status !== null && provider.status >= 400)
    return { end: 'refused', code };
  const { missing = [] } = asked.details;
  return last?.outcome.kind === 'ok'
    ? { end: 'unreadable', code, missing: [...missing] }
    : { end: 'failed', code };
}
