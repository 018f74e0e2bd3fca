import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setUpAdmin } from '#lib/auth/server/first-admin.ts';
import { passkeyRequestOptions } from '#lib/auth/server/passkeys.ts';
import { signIn, signInByPasskey } from '#lib/auth/server/sign-in.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { signInThrottle, usedChallenges } from '#lib/data/schema/operators.ts';
import { everyTable } from '#lib/retention/server/every-row.ts';
import { finishSignOn, startSignOn } from '#lib/sso/server/sign-on.ts';
import { acceptLink, forgotten, readLink } from '#lib/team/server/invite.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { startIssuer } from '../e2e/support/issuer.ts';
import { withDatabase } from '../e2e/support/test-database.ts';

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock('#lib/auth/server/cookies.ts', async (original) => ({
  ...(await original<object>()),
  setCookie: (name: string, value: string) => void jar.set(name, value),
  dropCookie: () => undefined,
}));
process.env.LOG_LEVEL = 'silent';
const forgetSettings = () => Reflect.deleteProperty(globalThis, 'guicheSettings');
let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  issuer = await startIssuer('http://localhost:3000/api/sso/callback', 'http://localhost:3000/sign-in');
  Object.assign(process.env, {
    ...{ OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: issuer.clientId, OIDC_CLIENT_SECRET: issuer.clientSecret },
  });
  forgetSettings();
});
withDatabase();
afterAll(() => issuer.stop());

const MANY = 60;
const from = (address = '203.0.113.9') => ({ id: 'r', address, userAgent: 'curl', device: [] });
const cookie = (name: string) => jar.get(name);

/** How many rows each table has. */
async function rows(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { name } of await everyTable()) {
    const found = await db().execute(sql`select count(*)::int as n from ${sql.identifier(name)}`);
    counted[name] = (found as unknown as { rows: [{ n: number }] }).rows[0].n;
  }
  return counted;
}

/** By how many rows each table grew; the throttle's own go after a day. */
async function growthBy(work: (at: number) => Promise<unknown>, times = MANY) {
  const before = await rows();
  for (let at = 0; at < times; at += 1) await work(at).catch(() => undefined);
  const after = await rows();
  return Object.entries(after).flatMap(([name, now]) => {
    const grown = now - (before[name] ?? 0);
    return grown > 0 ? [[name, grown] as const] : [];
  });
}

beforeEach(async () => void (await db().delete(signInThrottle)));

const start = () => startSignOn({ purpose: 'sign-in' }, cookie, from());
const back = (address?: string, search = '?code=x&state=y') => finishSignOn(search, cookie, from(address));

it('a journey of single sign-on that is repeated is refused once, and written once', async () => {
  expect((await start()).headers.get('location')).toContain(issuer.url);
  const growth = Object.fromEntries(await growthBy(() => back()));
  expect(growth).toMatchObject({ audit_log: 1, used_challenges: 1, sign_in_throttle: 1 });
  expect((await back()).headers.get('location')).toMatch(/error=wait-\d+$/);
});

it('new journeys from one address, and from many, fill no log', async () => {
  const one = Object.fromEntries(await growthBy(() => start().then(() => back('203.0.113.10'))));
  expect(one.audit_log ?? 0).toBeLessThanOrEqual(1);
  expect(one.used_challenges).toBeLessThanOrEqual(25);
  const many = Object.fromEntries(
    await growthBy((at) => start().then(() => back(`198.51.${at >> 8}.${at & 255}`)), 300),
  );
  expect(many.audit_log).toBeLessThanOrEqual(100);
  expect(many.sign_in_throttle).toBeLessThanOrEqual(300);
});

it('what nobody began writes nothing at all', async () => {
  jar.clear();
  expect(await growthBy(() => back())).toEqual([]);
  expect(await growthBy(() => finishSignOn('?error=x', () => 'no journey of ours', from()))).toEqual([]);
});

const PASSWORD = 'a wrong password of a stranger';
const token = 't'.repeat(32);
const asked = { headers: new Headers({ 'x-callback-signature': 't=1,v1=0' }), body: null };
const hook = (endpoint: string) =>
  receiveCallback({ account: 'pix', endpoint, request: asked as never }) as Promise<unknown>;

it.each<[string, (at: number) => Promise<unknown>, number]>([
  ['sign-in with one e-mail', () => signIn({ ...from(), email: 'a@b.example', password: PASSWORD }), 21],
  ['sign-in with many', (at) => signIn({ ...from(), email: `a${at}@b.example`, password: PASSWORD }), 21],
  ['passkeys', (at) => signInByPasskey({ id: `key${at}`, response: {} }, from()), 21],
  ['options of a passkey', () => passkeyRequestOptions({ kind: 'sign-in' }, null), 0],
  ['a forgotten password', (at) => forgotten(`a${at}@b.example`, from()), 6],
  ['the set-up', () => setUpAdmin(token, { name: 'A', email: 'a@b.example', password: PASSWORD }, from()), 6],
  ['an invitation that is read', () => readLink(token, from()), 6],
  ['an invitation', () => acceptLink({ token, name: 'A', password: PASSWORD }, from()), 6],
  ['a step-up of nobody', () => startSignOn({ purpose: 'step-up' }, () => undefined, from()), 0],
  ['a callback to nobody', (at) => hook(at.toString(16).padStart(32, '0')), 0],
])(
  '%s',
  async (_, work, most) => {
    const growth = Object.fromEntries(await growthBy(work));
    const { [getTableName(signInThrottle)]: slowed = 0, ...kept } = growth;
    expect(slowed).toBeLessThanOrEqual(most);
    expect(Object.keys(kept)).toEqual(kept[getTableName(auditLog)] === undefined ? [] : ['audit_log']);
    expect(kept.audit_log ?? 0).toBeLessThanOrEqual(most);
    expect(growth[getTableName(usedChallenges)]).toBe(undefined);
  },
  60_000,
);
