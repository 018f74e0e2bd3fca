import { generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import { provenSession, sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { inboxSteps } from '#lib/data/notifications/testing/inbox-steps.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import {
  codeApps,
  operators,
  passkeys,
  recoveryCodes,
  sessions,
  signInThrottle,
} from '#lib/data/schema/operators.ts';
import {
  addCodeApp,
  changePassword,
  confirmCodeApp,
  createPasskey,
  newRecoveryCodes,
  offerPasskey,
  removeCodeApp,
  removePasskey,
} from '#lib/profile/server/profile.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const CURRENT = 'lilás bigorna tatu 7';
const ANA = { id: 'ana', name: 'Ana Prates', email: 'ana.prates@aroeira.example' };
const ctx = {
  ...{ operator: ANA, sessionId: sessionOf(ANA.id), method: 'password', audit: async () => undefined },
  auditEntry: (note: object) => ({ operatorId: ANA.id, accountId: null, result: 'ok', ...note }),
} as unknown as OperatorCtx;

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [codeApps, passkeys, recoveryCodes, signInThrottle, sessions, operators])
      await db().delete(table);
    for (const table of [notices, noticeSteps]) await db().delete(table);
  });
  const passwordHash = await hashPassword(CURRENT);
  await db()
    .insert(operators)
    .values([
      { ...ANA, passwordHash },
      { id: 'bia', name: 'Bia', email: 'b@c.example' },
    ]);
  await provenSession(ANA.id);
});

/** Notices sent since the last call. */
async function news(): Promise<string[]> {
  const steps = await inboxSteps(ANA.id);
  await db().delete(notices);
  expect(await inboxSteps('bia'), 'nobody else’s').toEqual([]);
  return steps;
}
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(databaseNow() / 30_000) * 30 });

test('each change of a code app and of the recovery codes is told to its person, and a refused one is not', async () => {
  const { secret } = await addCodeApp({ ctx });
  await expect(confirmCodeApp({ ctx, otp: '000000' })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await news(), 'nothing counts yet').toEqual([]);
  await confirmCodeApp({ ctx, otp: codeOf(secret) });
  expect(await news()).toEqual(['sign_in.factor_changed']);
  await newRecoveryCodes({ ctx });
  expect(await news()).toEqual(['sign_in.factor_changed']);
  await removeCodeApp({ ctx });
  expect(await news()).toEqual(['sign_in.factor_changed']);
  await expect(newRecoveryCodes({ ctx })).rejects.toMatchObject({ code: 'conflict' });
  expect(await news()).toEqual([]);
});

test('a code app that only was begun goes without a word', async () => {
  await addCodeApp({ ctx });
  await removeCodeApp({ ctx });
  expect(await news()).toEqual([]);
});

test('a passkey that was made or removed is told to its person, and a refused one is not', async () => {
  const device = authenticator(settings().url);
  const attestation = device.make(await offerPasskey({ ctx }));
  const { id } = await createPasskey({ ctx, body: { name: 'Mesa', attestation } });
  expect(await news()).toEqual(['sign_in.factor_changed']);
  await expect(createPasskey({ ctx, body: { name: 'Mesa', attestation } })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(await news()).toEqual([]);
  await removePasskey({ ctx, id });
  expect(await news()).toEqual(['sign_in.factor_changed']);
});

test('a changed password is told to its person, and a refused one is not', async () => {
  await expect(changePassword({ ctx, body: { current: 'another', next: 'x' } })).rejects.toThrow();
  expect(await news()).toEqual([]);
  await changePassword({ ctx, body: { current: CURRENT, next: 'jangada turquesa violino' } });
  expect(await news()).toEqual(['sign_in.password_changed']);
});
