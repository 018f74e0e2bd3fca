import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { generateSync } from 'otplib';
import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import type { World } from './world.ts';

const TEAM = '/api/settings/team';
const PROFILE = '/api/settings/profile';
const PASSWORD = 'lilás bigorna tatu 7';

/** Addresses of pages that need a team, and a user who signs in with a code app. */
export type People = {
  invitation: string;
  newPassword: string;
  setUp: string;
  /** Operation id of a withdrawal that waits for a second approver. */
  approval: string;
  /** The audit entry of its request. */
  entry: string;
  withCodes: { email: string; password: string };
};

/** Creates links, a second factor and a pending withdrawal through the product's own API. */
export async function people(world: World): Promise<People> {
  const admin = await world.as('admin');
  const invited = await invite(admin, 'marina.lopes@casa.example');
  const codes = await entered(world, admin, 'rui.prado@casa.example');
  const secret = String((await send(codes.api, 'post', `${PROFILE}/totp`)).secret);
  await send(codes.api, 'post', `${PROFILE}/totp/confirm`, { otp: generateSync({ secret }) });
  const reset = await entered(world, admin, 'clara.nunes@casa.example');
  const link = await send(admin, 'post', `${TEAM}/${reset.id}/reset`);
  const setUp = await send(admin, 'post', '/api/settings/accounts/set-up-link');
  const approval = await waiting(world, admin);
  const { items } = await read(admin, `/api/audit?target=${approval}`);
  return {
    ...{
      invitation: pathOf(invited.link),
      newPassword: pathOf(link.url),
      setUp: pathOf(setUp.url),
      approval,
    },
    entry: (items as { id: string }[])[0]?.id ?? '',
    withCodes: { email: codes.email, password: PASSWORD },
  };
}

/** From here on every user must have a second factor; the administrator has one. */
export async function requireFactor(world: World): Promise<void> {
  const admin = await world.as('admin');
  const device = authenticator(world.url);
  const challenge = await send(admin, 'post', `${PROFILE}/passkeys/options`);
  const attestation = device.make(challenge as { challenge: string });
  await send(admin, 'post', `${PROFILE}/passkeys`, { name: 'Mesa', attestation });
  const {
    withoutFactor: _,
    address: __,
    signOn: ___,
    ...current
  } = await read(admin, '/api/settings/policies');
  await send(admin, 'put', '/api/settings/policies', { ...current, secondFactor: 'required' });
}

async function invite(admin: APIRequestContext, email: string) {
  const roles = [{ account: 'pix', role: 'viewer' }];
  const { id, invitation } = await send(admin, 'post', TEAM, { email, roles });
  return { id: String(id), link: (invitation as { url: string }).url };
}

/** Creates a user who has accepted an invitation. */
async function entered(world: World, admin: APIRequestContext, email: string) {
  const { id, link } = await invite(admin, email);
  const api = await world.as(null);
  const name = email.startsWith('rui') ? 'Rui Prado' : 'Clara Nunes';
  await send(api, 'post', '/api/invitation', {
    token: new URL(link).hash.slice(1),
    name,
    password: PASSWORD,
  });
  return { id, email, api };
}

/** Above R$ 500.00 a withdrawal waits for a second approver. */
async function waiting(world: World, admin: APIRequestContext): Promise<string> {
  const { items } = await read(admin, '/api/settings/accounts');
  const pix = (items as { id: string; slug: string }[]).find(({ slug }) => slug === 'pix');
  await send(admin, 'patch', `/api/settings/accounts/${pix?.id}`, { settings: { approvalAbove: 50_000 } });
  const data = { amount: 348_000, pixKey: 'contato@transportes-ipe.example', pixKeyType: 'email' };
  // An account's rules are cached for some seconds.
  await world.until(async () => (await rulesOf(admin)).approvalAbove === 50_000);
  const { operation } = await send(await world.as('finance'), 'post', '/api/accounts/pix/withdrawals', data);
  return (operation as { id: string }).id;
}

const rulesOf = (api: APIRequestContext) => read(api, '/api/accounts/pix/payment-rules');

/** Path of an address with or without its host. */
function pathOf(url: unknown): string {
  const { pathname, search, hash } = new URL(String(url), 'http://localhost');
  return `${pathname}${search}${hash}`;
}

async function read(api: APIRequestContext, path: string): Promise<Record<string, unknown>> {
  const answer = await api.get(path);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function send(
  api: APIRequestContext,
  method: 'post' | 'patch' | 'put',
  path: string,
  data?: object,
): Promise<Record<string, unknown>> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await api[method](path, { headers, ...(data === undefined ? {} : { data }) });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
