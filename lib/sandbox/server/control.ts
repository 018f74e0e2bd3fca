import 'server-only';
import { simulatorControlUrl } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';

/** It is next door and answers from memory. */
const WAIT_MS = 5000;

/**
 * One call of the simulator's control API, whose answer is given back as it came. Throws `not_supported` for an
 * account that is no simulator's, `invalid_request` with the field it refused, `provider_unavailable`.
 */
export async function askSimulator(
  ctx: Ctx,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const base = simulatorControlUrl(ctx.account);
  if (base === null) throw new GuicheError('not_supported', 'This account is not the simulator’s.');
  const answer = await send(`${base.replace(/\/$/, '')}/${path}`, method, body);
  if (answer.ok) return answer.json;
  throw refusal(answer.status, answer.json, path);
}

async function send(url: string, method: string, body: object | undefined) {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'x-sandbox-control': '1', 'content-type': 'application/json', accept: 'application/json' },
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ok: response.ok, status: response.status, json: (await response.json()) as unknown };
  } catch (cause) {
    throw new GuicheError('provider_unavailable', 'The simulator does not answer.', { cause });
  }
}

/** The simulator's refusals are plain sentences; what the page has to word is told by a name of ours. */
function refusal(status: number, json: unknown, path: string): GuicheError {
  const said =
    json !== null && typeof json === 'object' && 'error' in json ? String(json.error) : `HTTP ${status}`;
  if (status >= 500) return new GuicheError('provider_unavailable', said);
  const field = FIELD_OF[path] ?? 'body';
  return new GuicheError('invalid_request', said, { fields: [{ field, message: reasonOf(status, said) }] });
}

const FIELD_OF = lookupTable<string>({ pay: 'transactionId', dispute: 'transactionId', clear: 'id' });

function reasonOf(status: number, said: string): string {
  if (status === 404) return 'not_found';
  if (status !== 409) return said;
  return said.startsWith('already disputed') ? 'already_disputed' : 'wrong_status';
}
