import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import { jsonOf } from './answers.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { Sql } from './product.ts';
import { signInAs } from './sign-in.ts';

export const PROFILE = '/api/settings/profile';
export const PASSWORD = 'lilás bigorna tatu 7';

export type Method = 'get' | 'patch' | 'post' | 'put' | 'delete';
/** A person of one test, signed in once; `again` opens another session of theirs. */
export type Somebody<Client extends ApiClient> = {
  id: string;
  email: string;
  request: Client;
  again: () => Promise<Client>;
};

export const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
export const call = (
  request: ApiClient,
  method: Method,
  path: string,
  data?: object,
  headers: Record<string, string> = key(),
): Promise<ApiAnswer> => request[method](path, { headers, ...(data ? { data } : {}) });

/** A code of the authenticator app, so many steps of 30 s from now. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(Date.now() / 30_000) + steps) * 30 });

/** Invites a person to the Pix account and accepts for them. `api(null)` is a client without a session. */
export async function invite<Client extends ApiClient>(
  api: (role: 'admin' | null) => Promise<Client>,
): Promise<Somebody<Client>> {
  const email = `${randomBytes(6).toString('hex')}@casa.example`;
  const roles = [{ account: 'pix', role: 'viewer' }];
  const invited = await call(await api('admin'), 'post', '/api/settings/team', { email, roles });
  const { id, invitation } = await jsonOf<{ id: string; invitation: { url: string } }>(invited, 201);
  const request = await api(null);
  const data = { token: invitation.url.split('#')[1] ?? '', name: 'Rita Sá', password: PASSWORD };
  await jsonOf(await request.post('/api/invitation', { data }), 204);
  const again = async () => {
    const other = await api(null);
    await signInAs(other, { email, password: PASSWORD });
    await jsonOf(await other.get('/api/session'));
    return other;
  };
  return { id, email, request, again };
}

/** Makes this person's last proofs too old. */
export const age = (sql: Sql, id: string) =>
  sql(`update sessions set proved_at = now() - interval '11 minutes' where operator_id = $1`, [id]);

/** Sets up an authenticator app; its ten recovery codes. The code of now is still unused. */
export async function withApp(request: ApiClient): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await jsonOf<{ secret: string }>(await call(request, 'post', `${PROFILE}/totp`));
  const confirmed = await call(request, 'post', `${PROFILE}/totp/confirm`, { otp: codeOf(secret, -1) });
  const { recoveryCodes } = await jsonOf<{ recoveryCodes: string[] }>(confirmed);
  return { secret, codes: recoveryCodes };
}

export type Key = { id: string; name: string };
type Device = ReturnType<typeof authenticator>;

/** The challenge that a device signs to register a key for this session. */
export const offer = async (request: ApiClient) =>
  jsonOf<{ challenge: string }>(await call(request, 'post', `${PROFILE}/passkeys/options`, undefined, {}));

export async function withPasskey(request: ApiClient, origin: string): Promise<{ device: Device; key: Key }> {
  const device = authenticator(origin);
  const attestation = device.make(await offer(request));
  const created = await call(request, 'post', `${PROFILE}/passkeys`, { name: 'Mesa', attestation });
  return { device, key: await jsonOf<Key>(created, 201) };
}

/** The challenge that a device signs to prove its person. */
export const challenge = async (request: ApiClient, purpose: 'sign-in' | 'step-up') =>
  jsonOf<{ challenge: string; allowCredentials?: { id: string }[] }>(
    await request.post('/api/passkeys/options', { data: { purpose } }),
  );
