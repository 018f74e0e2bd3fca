import 'server-only';
import { z } from 'zod';
import { simulatorControlUrl } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';

/** The simulator runs locally and answers from memory. */
const WAIT_MS = 5000;

/**
 * Calls the simulator's control API and returns its raw answer. GuicheError `not_supported` (not a simulator
 * account), `invalid_request` (with the refused field), `provider_unavailable`.
 */
export async function callSimulator(ctx: Ctx, method: 'GET' | 'POST', path: string, body?: object) {
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

/** Turns a refusal, which is a plain text, into an error with a message key. */
function refusal(status: number, json: unknown, path: string): GuicheError {
  const text =
    json !== null && typeof json === 'object' && 'error' in json ? String(json.error) : `HTTP ${status}`;
  if (status >= 500) return new GuicheError('provider_unavailable', text);
  const field = FIELD_OF[path] ?? 'body';
  return invalidField(field, reasonOf(status, text), text);
}

const FIELD_OF = lookupTable<string>({ pay: 'transactionId', dispute: 'transactionId', clear: 'id' });

function reasonOf(status: number, text: string): string {
  if (status === 404) return 'not_found';
  if (status !== 409) return text;
  return text.startsWith('already disputed') ? 'already_disputed' : 'wrong_status';
}

/** Names the API to the control API; document 1's (pix) is the default. */
export const apiOf = (kind: AccountKind): { api?: AccountKind } => (kind === 'pix' ? {} : { api: kind });

const Received = z.object({ status: z.int(), responseTime: z.number() });

/** Calls the receiver of a simulated address by hand. Returns its status; 0: no answer. */
export async function callReceiver(
  ctx: Ctx,
  call: { url: string; headers: Record<string, string>; body: string },
): Promise<{ status: number; responseTimeMs: number }> {
  const answer = await callSimulator(ctx, 'POST', 'receive', { ...call, ...apiOf(ctx.account.kind) });
  const { status, responseTime } = Received.parse(answer);
  return { status, responseTimeMs: Math.round(responseTime) };
}
