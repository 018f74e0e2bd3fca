import { count, eq, sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import {
  beginApp,
  confirmApp,
  dropFactors,
  factorsOf,
  makeRecoveryCodes,
  takeCode,
  takeOtp,
} from '#lib/auth/server/factors.ts';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import {
  addPasskey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  takePasskey,
} from '#lib/auth/server/passkeys.ts';
import { personMark } from '#lib/auth/server/session-cookies.ts';
import { type SignInResult, secondStanding, signIn, signInByPasskey } from '#lib/auth/server/sign-in.ts';
import { authenticator } from '#lib/auth/server/testing/authenticator.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { buckets } from '#lib/data/rate-limit/attempts.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operators, passkeys, sessions, signInThrottle, usedChallenges } from '#lib/data/schema/operators.ts';
import { stepUp } from '#lib/session/server/step-up.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

vi.mock('#lib/auth/server/passwords.ts', async (original) => ({
  ...(await original<typeof import('#lib/auth/server/passwords.ts')>()),
  passwordMatches: async (stored: string | null | undefined, password: string) =>
    stored === `clear:${password}`,
}));

withDatabase();
const ANA = { id: 'ana', email: 'ana@example.test', name: 'Ana' };
const PASSWORD = 'correct horse battery';
const FROM = { address: '10.0.0.1', userAgent: null, device: [] };
const attempt = (over: Partial<Parameters<typeof signIn>[0]> = {}) =>
  signIn({ email: ANA.email, password: PASSWORD, ...FROM, ...over });
const why = (result: SignInResult) => (result.ok ? 'in' : (result.why ?? 'wrong'));
/** Of the database's clock, `steps` of 30 s away. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(databaseNow() / 30_000) + steps) * 30 });

/** An app that counts; the code of now is used up by it. */
async function app(): Promise<string> {
  const begun = await db().transaction((tx) => beginApp(tx, ANA, 'Guichê'));
  const secret = begun?.secret ?? '';
  expect(await db().transaction((tx) => confirmApp(tx, 'ana', codeOf(secret, -1)))).toBe(true);
  return secret;
}

async function device(sessionId: string, operatorId = 'ana', factors = ['passkey']) {
  const made = authenticator(settings().url);
  const options = await passkeyCreationOptions({ ...ANA, id: operatorId }, sessionId);
  const row = await db().transaction((tx) =>
    addPasskey(tx, { operatorId, sessionId, name: 'Desk', attestation: made.make(options) }),
  );
  expect(row?.id).toBe(made.id);
  expect(await factorsOf(operatorId)).toEqual(factors);
  return made;
}

beforeAll(async () => {
  const passwordHash = `clear:${PASSWORD}`;
  await db()
    .insert(operators)
    .values([
      { ...ANA, passwordHash },
      { id: 'bruno', email: 'bruno@example.test', name: 'Bruno', passwordHash },
    ]);
});
beforeEach(async () => {
  await db().delete(signInThrottle);
  await db().transaction(async (tx) => {
    await dropFactors(tx, ['ana', 'bruno']);
  });
  await invalidateAfter('people', async () => undefined);
});

/** The result of a code: the factor, null, or the code of a refusal. */
const tried = (who: string, code: string): Promise<string | null> =>
  takeOtp(who, code).catch((thrown: GuicheError) => thrown.code);

describe('a code app', () => {
  it('proves nothing before its first code', async () => {
    const begun = await db().transaction((tx) => beginApp(tx, ANA, 'Guichê'));
    expect(begun?.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    expect(await factorsOf('ana')).toEqual([]);
    expect(why(await attempt())).toBe('in');
    expect(await takeCode(db(), 'ana', codeOf(begun?.secret ?? ''))).toBe(false);
  });

  it('takes a code once, of 50 at the same moment', async () => {
    const secret = await app();
    const code = codeOf(secret);
    const all = await Promise.all(Array.from({ length: 50 }, () => tried('ana', code)));
    expect(all.filter((one) => one === 'totp')).toHaveLength(1);
  });

  it('takes none that is older than the last, and none two steps away', async () => {
    const secret = await app();
    expect(await takeOtp('ana', codeOf(secret, 2))).toBeNull();
    expect(await takeOtp('ana', codeOf(secret, 1))).toBe('totp');
    expect(await takeOtp('ana', codeOf(secret))).toBeNull();
  });

  it('of twenty wrong ones of a day the owner is told once, the next must wait, and a right one is taken after', async () => {
    const secret = await app();
    const wrong = await Promise.all(Array.from({ length: 30 }, () => tried('ana', '000000')));
    expect(wrong.filter((one) => one === null)).toHaveLength(20);
    expect(wrong.filter((one) => one === 'rate_limited')).toHaveLength(10);
    const steps = await db().select().from(noticeSteps).where(eq(noticeSteps.step, 'codes_refused'));
    expect(steps).toMatchObject([{ event: 'sign_in', cause: expect.stringContaining('codes:ana:') }]);
    expect(await tried('ana', codeOf(secret))).toBe('rate_limited');
    await db().update(signInThrottle).set({ waitUntil: sql`now()` });
    expect(await tried('ana', codeOf(secret))).toBe('totp');
  });

  it('is not begun anew beside one that counts', async () => {
    await app();
    expect(await db().transaction((tx) => beginApp(tx, ANA, 'Guichê'))).toBeNull();
  });
});

describe('recovery codes', () => {
  it('count once, of 50 at the same moment, however they are written', async () => {
    await app();
    const [code = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'ana'));
    const spelt = [code, code.toUpperCase(), code.replace('-', ''), ` ${code} `];
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => tried('ana', spelt[at % 4] ?? '')));
    expect(all.filter((one) => one === 'recovery')).toHaveLength(1);
  });

  it('of before end with the new ones, and are nobody else’s', async () => {
    const [before = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'ana'));
    const [after = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'ana'));
    expect(await takeOtp('ana', before)).toBeNull();
    expect(await takeOtp('bruno', after)).toBeNull();
    expect(await takeOtp('ana', after)).toBe('recovery');
  });
});

describe('the second step', () => {
  it('is asked for after the right password alone, and the code of an app ends it', async () => {
    const secret = await app();
    expect(why(await attempt({ password: 'wrong' }))).toBe('wrong');
    const first = await attempt();
    expect(why(first)).toBe('otp_required');
    const half = first.ok ? undefined : first.half;
    expect(why(await attempt({ email: '', password: '', otp: '000000', half }))).toBe('otp_refused');
    expect(why(await attempt({ email: '', password: '', otp: codeOf(secret), half }))).toBe('in');
    const [opened] = await db().select().from(sessions).orderBy(sql`${sessions.createdAt} desc`).limit(1);
    expect(opened?.method).toBe('totp');
  });

  it('a forged first step, or one of a password that was changed, opens nothing', async () => {
    const secret = await app();
    const first = await attempt();
    const half = first.ok ? '' : (first.half ?? '');
    const otp = codeOf(secret);
    const on = (cookie: string) => attempt({ email: '', password: '', otp, half: cookie });
    expect(why(await on(half.replace('ana.', 'bruno.')))).toBe('wrong');
    await db().update(operators).set({ passwordHash: 'clear:other' }).where(eq(operators.id, 'ana'));
    expect(why(await on(half))).toBe('wrong');
    await db()
      .update(operators)
      .set({ passwordHash: `clear:${PASSWORD}` })
      .where(eq(operators.id, 'ana'));
    expect(why(await on(half))).toBe('in');
  });

  it('tells how many wrong codes are judged before a wait, and how long it is, as the throttle then does', async () => {
    const secret = await app();
    const first = await attempt();
    const half = first.ok ? undefined : first.half;
    const stands = () => secondStanding(ANA, FROM);
    const wrong = () => attempt({ email: '', password: '', otp: '000000', half });
    // The right password counts until its code has come.
    expect(await stands()).toEqual({ waitSeconds: 0, tries: 4, thenSeconds: 15, passkeyWaits: false });
    for (const tries of [3, 2, 1]) {
      await wrong();
      expect(await stands()).toMatchObject({ waitSeconds: 0, tries, thenSeconds: 15 });
    }
    expect(await wrong()).toMatchObject({ waitSeconds: 15 });
    const waits = await stands();
    expect(waits).toMatchObject({ tries: 1, thenSeconds: 30, passkeyWaits: false });
    expect(waits.waitSeconds).toBeGreaterThan(10);
    await db().update(signInThrottle).set({ waitUntil: sql`now()` });
    expect(await wrong()).toMatchObject({ waitSeconds: 30 });
    await db()
      .update(signInThrottle)
      .set({ waitUntil: null, windowStartedAt: sql`now() - interval '3 minutes'` });
    // Codes are counted for a day; the tries of two minutes are forgotten.
    expect(await stands()).toMatchObject({ waitSeconds: 0, tries: 5, thenSeconds: 15 });
    expect(why(await attempt({ email: '', password: '', otp: codeOf(secret), half }))).toBe('in');
  });

  it('tells of the codes of a day where fewer of them are left, and that a passkey waits with its address', async () => {
    const window = { windowStartedAt: sql`now()`, waitUntil: null };
    await db()
      .insert(signInThrottle)
      .values([
        { bucket: buckets.codes('ana').name, failures: 19, ...window },
        {
          bucket: buckets.address(FROM.address).name,
          failures: 22,
          ...window,
          waitUntil: sql`now() + interval '1 minute'`,
        },
      ]);
    expect(await secondStanding(ANA, { ...FROM, device: [personMark('ana')] })).toEqual({
      ...{ waitSeconds: 0, tries: 1, thenSeconds: 15, passkeyWaits: true },
    });
    expect(await secondStanding(ANA, FROM)).toMatchObject({ waitSeconds: 60, tries: 1, thenSeconds: 120 });
  });

  it('is slowed after five codes, the right password without its code among them', async () => {
    const secret = await app();
    for (let tried = 0; tried < 5; tried += 1) await attempt({ otp: '123456' });
    expect(await attempt({ otp: codeOf(secret) })).toMatchObject({
      ok: false,
      waitSeconds: expect.any(Number),
    });
  });
});

describe('a passkey', () => {
  const requestOptions = () => passkeyRequestOptions({ kind: 'sign-in' }, null);

  it('signs in by itself, each challenge once', async () => {
    const made = await device('s');
    const answer = made.answer(await requestOptions());
    expect(why(await signInByPasskey(answer, FROM))).toBe('in');
    expect(why(await signInByPasskey(answer, FROM))).toBe('passkey_refused');
    const again = made.answer(await requestOptions());
    const all = await Promise.all(Array.from({ length: 20 }, () => takePasskey(again, { kind: 'sign-in' })));
    expect(all.filter((one) => one === 'ana')).toHaveLength(1);
    expect((await db().select({ rows: count() }).from(usedChallenges))[0]?.rows).toBe(3);
  });

  it.each([
    ['of another place', { origin: 'https://guiche.evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['without the person’s gesture', { flags: 0x01 }],
    ['whose counter went back', { counter: 0 }],
  ])('%s is refused', async (_, over) => {
    const made = await device('s');
    expect(await takePasskey(made.answer(await requestOptions(), over), { kind: 'sign-in' })).toBeNull();
  });

  it('answers only what it was asked for: purpose, session, person, a challenge of ours', async () => {
    const made = await device('s');
    const other = await device('s', 'bruno');
    const forStepUp = await passkeyRequestOptions({ kind: 'step-up', sessionId: 's' }, 'ana');
    expect(forStepUp.allowCredentials?.map(({ id }) => id)).toEqual([made.id]);
    const signed = made.answer(forStepUp);
    expect(await takePasskey(signed, { kind: 'sign-in' })).toBeNull();
    expect(await takePasskey(signed, { kind: 'step-up', sessionId: 'another' }, 'ana')).toBeNull();
    expect(await takePasskey(other.answer(forStepUp), { kind: 'step-up', sessionId: 's' }, 'ana')).toBeNull();
    const own = Buffer.from('AAAA.9999999999999.AAAA').toString('base64url');
    expect(await takePasskey(made.answer({ challenge: own }), { kind: 'sign-in' })).toBeNull();
    expect(await takePasskey(signed, { kind: 'step-up', sessionId: 's' }, 'ana')).toBe('ana');
    expect(await takePasskey({ id: 'nobody' }, { kind: 'sign-in' })).toBeNull();
    expect(await takePasskey(null, { kind: 'sign-in' })).toBeNull();
  });

  it('of who is disabled opens nothing', async () => {
    const made = await device('s');
    await db().update(operators).set({ disabledAt: sql`now()` }).where(eq(operators.id, 'ana'));
    expect(await takePasskey(made.answer(await requestOptions()), { kind: 'sign-in' })).toBeNull();
    await db().update(operators).set({ disabledAt: null }).where(eq(operators.id, 'ana'));
  });

  it('removed between its proof and the session’s making lets nobody in', async () => {
    const made = await device('s');
    const answer = made.answer(await requestOptions());
    let entering: Promise<SignInResult> | undefined;
    const before = await db().$count(sessions);
    await db().transaction(async (tx) => {
      await lockOperator(tx, 'ana');
      entering = signInByPasskey(answer, FROM);
      // Proved, and blocked where its session would be made.
      await allWaitForLocks(entering);
      await tx.delete(passkeys).where(eq(passkeys.id, made.id));
    });
    expect((await entering)?.ok).toBe(false);
    expect(await db().$count(sessions)).toBe(before);
  });

  it('is kept only for the session that asked, once', async () => {
    const made = authenticator(settings().url);
    const options = await passkeyCreationOptions(ANA, 's');
    const attestation = made.make(options);
    const keep = (sessionId: string, response: unknown = attestation) =>
      db().transaction((tx) =>
        addPasskey(tx, { operatorId: 'ana', sessionId, name: 'K', attestation: response }),
      );
    expect(await keep('another')).toBeNull();
    expect(await keep('s', made.make(options, { origin: 'https://guiche.evil.example' }))).toBeNull();
    expect((await keep('s'))?.id).toBe(made.id);
    expect(await keep('s')).toBeNull();
    expect(await db().$count(passkeys)).toBe(1);
  });
});

describe('step-up with a second factor', () => {
  const ctx = async (): Promise<OperatorCtx> =>
    ({
      operator: { ...ANA, preferences: {}, factors: await factorsOf('ana') },
      sessionId: await provenSession('ana'),
      audit: async () => undefined,
      auditEntry: (note: object) => ({ ...note, operatorId: 'ana', accountId: null, result: 'ok' }),
    }) as never;

  it('is no password any more: a code, a recovery code or the device', async () => {
    const secret = await app();
    const who = await ctx();
    const made = await device(who.sessionId, 'ana', ['totp', 'passkey']);
    await expect(stepUp({ ctx: who, body: { password: PASSWORD } })).rejects.toMatchObject({
      details: { fields: [{ field: 'password', message: 'factor_needed' }] },
    });
    await expect(stepUp({ ctx: who, body: { otp: '000000' } })).rejects.toMatchObject({
      details: { fields: [{ field: 'otp', message: 'mismatch' }] },
    });
    const [spare = ''] = await db().transaction((tx) => makeRecoveryCodes(tx, 'ana'));
    const options = await passkeyRequestOptions({ kind: 'step-up', sessionId: who.sessionId }, 'ana');
    for (const body of [{ otp: codeOf(secret) }, { otp: spare }, { passkey: made.answer(options) }])
      expect(Date.parse((await stepUp({ ctx: who, body })).until)).toBeGreaterThan(Date.now());
  });
});
