import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { liftersAmong } from '#lib/auth/server/holders.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import {
  grants,
  lifts,
  oneTimeLinks,
  operators,
  sessions,
  signInThrottle,
} from '#lib/data/schema/operators.ts';
import { acceptLink, invite, renewInvitation, resetPerson } from '#lib/team/server/invite.ts';
import { createCommand } from '#lib/team/server/keeper.ts';
import { changePerson, listTeam } from '#lib/team/server/team.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const by = (id: string) =>
  ({
    operator: { id },
    auditEntry: (note: object) => ({ operatorId: id, accountId: null, result: 'ok', ...note }),
  }) as unknown as OperatorCtx;
const ana = by('ana');
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const invited = () =>
  invite({ ctx: ana, body: { email: 'bia@casa.example', roles: [{ account: 'pix', role: 'finance' }] } });
const accepted = (token: string) =>
  acceptLink(
    { token, name: 'Bia Rocha', password: 'lilás bigorna tatu 7' },
    { id: 'r', address: '10.0.0.7', userAgent: 'Firefox', device: [] },
  );

async function administrator(id: string, passwordHash = 'x'): Promise<void> {
  await db()
    .insert(operators)
    .values({ id, email: `${id}@casa.example`, name: id, passwordHash });
  await db().insert(grants).values({ operatorId: id, account: '*', role: 'admin' });
}

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [oneTimeLinks, sessions, grants, lifts, signInThrottle, operators])
      await db().delete(table);
  });
  await invalidateAfter('accounts', async () => {
    await db().delete(accounts);
    await db()
      .insert(accounts)
      .values({
        ...{ id: 'acc', slug: 'pix', kind: 'pix', name: 'Matriz', environment: 'production', position: 0 },
        ...{ origin: 'environment', baseUrl: 'https://pix.example/v1', credentials: 'v1.none' },
      });
  });
  await administrator('ana');
});

const bound = async (id: string) =>
  [...(await liftersAmong(db(), id, ['ana', 'caio', 'davi']))].toSorted().join();
/** As if all that was done so far had been done the day before. */
const dayPasses = () => db().execute(sql`update lifts set at = at - interval '25 hours'`);

it('A12: somebody is bound by an invitation, from the moment it is given and again when it is used', async () => {
  const { id, invitation } = await invited();
  expect(await bound(id)).toBe('ana');
  await dayPasses();
  expect(await bound(id)).toBe('');
  await accepted(tokenOf(invitation));
  expect(await bound(id)).toBe('ana');
});

it('A12: by the link that was used, whoever invited: also one given anew by another', async () => {
  const { id } = await invited();
  await administrator('caio');
  await dayPasses();
  const renewed = await renewInvitation({ ctx: by('caio'), id });
  await accepted(tokenOf(renewed));
  expect(await bound(id)).toBe('ana,caio');
});

it('A12: by a reset that was used; another one, also one’s own, hides it no more than time does', async () => {
  const passwordHash = await hashPassword('antiga senha longa');
  await administrator('bia', passwordHash);
  await administrator('caio');
  const given = await resetPerson({ ctx: ana, id: 'bia' });
  expect(await bound('bia'), 'a link that nobody used opens nothing').toBe('');
  await accepted(tokenOf(given));
  for (const giver of ['caio', 'bia']) {
    await accepted(tokenOf(await resetPerson({ ctx: by(giver), id: 'bia' })));
    expect(await bound('bia')).toBe('ana,caio');
  }
  await dayPasses();
  expect(await bound('bia')).toBe('');
});

it('A12: by a role that decides, though its holder takes it off and on again', async () => {
  await administrator('bia');
  const roles = (ctx: OperatorCtx, ...names: ('viewer' | 'finance' | 'admin')[]) =>
    changePerson({
      ctx,
      id: 'bia',
      body: { roles: names.map((role) => ({ account: role === 'admin' ? '*' : 'pix', role })) },
    });
  await roles(ana, 'admin', 'viewer');
  expect(await bound('bia'), 'reading lifts nobody').toBe('');
  await roles(ana, 'admin', 'finance');
  await roles(by('bia'), 'admin');
  await roles(by('bia'), 'admin', 'finance');
  expect(await bound('bia')).toBe('ana');
});

it('A12: by being let in again, and nothing that the keeper does', async () => {
  await administrator('caio');
  await administrator('bia');
  await changePerson({ ctx: ana, id: 'bia', body: { state: 'disabled' } });
  await changePerson({ ctx: by('caio'), id: 'bia', body: { state: 'active' } });
  expect(await bound('bia')).toBe('caio');
  const person = { email: 'davi@casa.example', role: 'admin', account: '*' };
  await createCommand(person, new AbortController().signal);
  const everybody = (await listTeam()).items.map(({ id }) => id);
  const davi = (await listTeam()).items.find(({ email }) => email === person.email)?.id ?? '';
  expect(await liftersAmong(db(), davi, everybody)).toEqual(new Set());
});
