import { beforeEach, expect, test } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { newLink } from '#lib/auth/server/one-time-links.ts';
import { personMark } from '#lib/auth/server/session-cookies.ts';
import { openSession } from '#lib/auth/server/sign-in.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { inboxSteps } from '#lib/data/notifications/testing/inbox-steps.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { grants, oneTimeLinks, operators, sessions } from '#lib/data/schema/operators.ts';
import { acceptLink, invite, resetPerson } from '#lib/team/server/invite.ts';
import { endPersonSession, signOutPerson } from '#lib/team/server/team.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const FROM = { id: 'r', address: '10.0.0.7', userAgent: 'Firefox', device: [] };
const ctx = {
  operator: { id: 'ana' },
  auditEntry: (note: object) => ({ operatorId: 'ana', accountId: null, result: 'ok', ...note }),
} as unknown as OperatorCtx;
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const accepted = (token: string) =>
  acceptLink({ token, name: 'Bia Rocha', password: 'lilás bigorna tatu 7' }, FROM);
const session = async () =>
  (await invalidateAfter('people', () =>
    db().transaction((tx) =>
      openSession(tx, { ...FROM, operatorId: 'bia', method: 'password', device: [personMark('bia')] }),
    ),
  )) ?? '';

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [oneTimeLinks, sessions, grants, operators, notices, noticeSteps])
      await db().delete(table);
  });
  await db()
    .insert(operators)
    .values(['ana', 'bia'].map((id) => ({ id, email: `${id}@casa.example`, name: id, passwordHash: 'x' })));
  await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
});

test('a reset is told to its person when the link is used, not when it is given', async () => {
  const link = await resetPerson({ ctx, id: 'bia' });
  expect(await inboxSteps('bia')).toEqual([]);
  await accepted(tokenOf(link));
  await expect(accepted(tokenOf(link))).rejects.toMatchObject({ code: 'not_found' });
  expect(await inboxSteps('bia')).toEqual(['sign_in.reset']);
  expect(await inboxSteps('ana')).toEqual([]);
});

test('a password that its owner forgot and set anew is told as changed', async () => {
  const { token } = await db().transaction((tx) =>
    newLink(tx, 'forgotten', { operatorId: 'bia', createdBy: null }),
  );
  await accepted(token);
  expect(await inboxSteps('bia')).toEqual(['sign_in.password_changed']);
});

test('an invitation that is accepted changes nobody’s password', async () => {
  const roles = [{ account: '*', role: 'viewer' as const }];
  const { id, invitation } = await invite({ ctx, body: { email: 'caio@casa.example', roles } });
  await accepted(tokenOf(invitation));
  expect(await inboxSteps(id)).toEqual([]);
});

test('sessions that an administrator ended are told once; where none was open nothing is', async () => {
  await signOutPerson({ ctx, id: 'bia' });
  expect(await inboxSteps('bia')).toEqual([]);
  await session();
  await session();
  expect(await signOutPerson({ ctx, id: 'bia' })).toEqual({ ended: 2 });
  await signOutPerson({ ctx, id: 'bia' });
  expect(await inboxSteps('bia')).toEqual(['sign_in.sessions_ended']);
  const one = await session();
  await endPersonSession({ ctx, id: 'bia', session: one });
  await expect(endPersonSession({ ctx, id: 'bia', session: one })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await inboxSteps('bia')).toEqual(['sign_in.sessions_ended', 'sign_in.session_ended']);
});
