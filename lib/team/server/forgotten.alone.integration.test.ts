import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { factorsOf } from '#lib/auth/server/factors.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators, passkeys, signInThrottle } from '#lib/data/schema/operators.ts';
import { acceptLink, forgotten } from '#lib/team/server/invite.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

type Mail = { to: string; kind: string; url: string };
const sent = vi.hoisted((): Mail[] => []);
vi.mock('#lib/mail/server/send-mail.ts', () => ({
  sendMail: async (_: unknown, mail: Mail) => sent.push(mail) > 0,
}));

withDatabase();
const FROM = { id: 'r', address: '10.0.0.9', userAgent: null, device: [] };
const NEXT = 'jangada turquesa violino';
const tokenOf = (mail: Mail | undefined) => mail?.url.split('#')[1] ?? '';

async function mailAfterRequest(email: string): Promise<Mail | undefined> {
  sent.length = 0;
  await forgotten(email, FROM);
  // The answer does not wait for the link.
  await new Promise((done) => setTimeout(done, 300));
  return sent[0];
}

beforeAll(async () => {
  const person = (id: string, over: object = {}) => ({
    ...{ id, email: `${id}@casa.example`, name: id, passwordHash: 'x', ...over },
  });
  await db()
    .insert(operators)
    .values([
      person('bia'),
      person('caio', { disabledAt: new Date() }),
      person('ready', { ready: true }),
      person('novo', { passwordHash: null }),
    ]);
});
beforeEach(async () => void (await db().delete(signInThrottle)));

it('mails a link that sets a password once, ends the sessions and leaves the second factor', async () => {
  const key = { id: 'k', name: 'Desk', publicKey: '', counter: 0, createdAt: new Date() };
  await db()
    .insert(passkeys)
    .values({ ...key, operatorId: 'bia' });
  const session = await provenSession('bia');
  const first = await mailAfterRequest('bia@casa.example');
  const mail = await mailAfterRequest(' Bia@Casa.example ');
  expect(mail).toMatchObject({ to: 'bia@casa.example', kind: 'reset' });
  expect(mail?.url).toMatch(/\/new-password#[\w-]{32}$/);
  const accept = (token: string) => acceptLink({ token, name: 'x', password: NEXT }, FROM);
  await expect(accept(tokenOf(first)), 'a newer one ended it').rejects.toMatchObject({ code: 'not_found' });
  expect(await accept(tokenOf(mail))).toEqual({ operatorId: 'bia', sessionId: null });
  await expect(accept(tokenOf(mail))).rejects.toMatchObject({ code: 'not_found' });
  await invalidateAfter('people', async () => undefined);
  expect(await readSession(session)).toBeNull();
  expect(await factorsOf('bia')).toEqual(['passkey']);
  const [row] = await db().select().from(operators).where(eq(operators.id, 'bia'));
  expect(row?.name).toBe('bia');
  const again = await signIn({ email: 'bia@casa.example', password: NEXT, ...FROM });
  expect(again).toMatchObject({ ok: false, why: 'otp_required' });
});

it.each(['nobody@casa.example', 'caio@casa.example', 'ready@casa.example', 'novo@casa.example'])(
  'mails nothing to %s, and answers alike',
  async (email) => expect(await mailAfterRequest(email)).toBeUndefined(),
);

it('is slowed by the address, whoever is asked for', async () => {
  for (let tried = 0; tried < 5; tried += 1) await mailAfterRequest(`nobody${tried}@casa.example`);
  await expect(forgotten('bia@casa.example', FROM)).rejects.toMatchObject({ code: 'rate_limited' });
  const [{ rows }] = (await db().select({ rows: sql<number>`count(*)::int` }).from(signInThrottle)) as [
    { rows: number },
  ];
  expect(rows).toBeGreaterThan(0);
});
