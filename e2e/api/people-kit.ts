import { randomBytes } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { generateSync } from 'otplib';
import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import { test as base, expect } from '../security/own-database.ts';
import { signInAs } from '../security/real-account.ts';

export const PROFILE = '/api/settings/profile';
export const PASSWORD = 'lilás bigorna tatu 7';

type Field = { field: string; message: string };
type Refusal = { code: string; fields?: Field[] };
export type Method = 'get' | 'patch' | 'post' | 'put' | 'delete';
/** Somebody of one test alone, signed in once; `again` opens one more session of theirs. */
type Somebody = {
  id: string;
  email: string;
  request: APIRequestContext;
  again: () => Promise<APIRequestContext>;
};

export const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
export const call = (
  request: APIRequestContext,
  method: Method,
  path: string,
  data?: object,
  headers: Record<string, string> = key(),
) => request[method](path, { headers, ...(data ? { data } : {}) });

/** A code of the app, so many steps of 30 s from now. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(Date.now() / 30_000) + steps) * 30 });

export async function refused(
  answer: APIResponse,
  status: number,
  code: string,
  fields?: Field[],
): Promise<Refusal> {
  const text = await answer.text();
  expect(answer.status(), text.slice(0, 500)).toBe(status);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(text) as Refusal;
  expect(problem, text.slice(0, 500)).toMatchObject({ code, ...(fields ? { fields } : {}) });
  return problem;
}

export async function read<T>(answer: APIResponse, status = 200): Promise<T> {
  const text = await answer.text();
  expect(answer.status(), text.slice(0, 500)).toBe(status);
  return (text === '' ? null : JSON.parse(text)) as T;
}

export const test = base.extend<{ somebody: () => Promise<Somebody> }>({
  somebody: async ({ api }, use) =>
    use(async () => {
      const email = `${randomBytes(6).toString('hex')}@casa.example`;
      const roles = [{ account: 'pix', role: 'viewer' }];
      const invited = await call(await api('admin'), 'post', '/api/settings/team', { email, roles });
      const { id, invitation } = await read<{ id: string; invitation: { url: string } }>(invited, 201);
      const request = await api(null);
      const data = { token: invitation.url.split('#')[1] ?? '', name: 'Rita Sá', password: PASSWORD };
      await read(await request.post('/api/invitation', { data }), 204);
      const again = async () => {
        const other = await api(null);
        await signInAs(other, { email, password: PASSWORD });
        expect((await other.get('/api/session')).status()).toBe(200);
        return other;
      };
      return { id, email, request, again };
    }),
});
export { expect };

type Sql = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
/** This person's last proofs are too old. */
export const age = (sql: Sql, id: string) =>
  sql(`update sessions set proved_at = now() - interval '11 minutes' where operator_id = $1`, [id]);

/** A code app that counts, and the ten codes that came with it; the code of now is still to be used. */
export async function withApp(request: APIRequestContext): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await read<{ secret: string }>(await call(request, 'post', `${PROFILE}/totp`));
  const confirmed = await call(request, 'post', `${PROFILE}/totp/confirm`, { otp: codeOf(secret, -1) });
  const { recoveryCodes } = await read<{ recoveryCodes: string[] }>(confirmed);
  return { secret, codes: recoveryCodes };
}

export type Key = { id: string; name: string };
type Device = ReturnType<typeof authenticator>;

/** Challenge that a device signs to make a key for this session. */
export const offer = async (request: APIRequestContext) =>
  read<{ challenge: string }>(await call(request, 'post', `${PROFILE}/passkeys/options`, undefined, {}));

export async function withPasskey(
  request: APIRequestContext,
  origin: string,
): Promise<{ device: Device; key: Key }> {
  const device = authenticator(origin);
  const attestation = device.make(await offer(request));
  const made = await call(request, 'post', `${PROFILE}/passkeys`, { name: 'Mesa', attestation });
  return { device, key: await read<Key>(made, 201) };
}

/** Challenge that a device signs to prove its person. */
export const ask = async (request: APIRequestContext, purpose: 'sign-in' | 'step-up') =>
  read<{ challenge: string; allowCredentials?: { id: string }[] }>(
    await request.post('/api/passkeys/options', { data: { purpose } }),
  );
