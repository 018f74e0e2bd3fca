import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { adminExists } from '#lib/auth/server/first-admin.ts';
import { lockTeam } from '#lib/auth/server/hold-operator.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { DEFAULT_POLICIES } from '#lib/auth/server/policies.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { openSession } from '#lib/auth/server/sign-in.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import {
  codeApps,
  grants,
  identities,
  oneTimeLinks,
  operators,
  passkeys,
  recoveryCodes,
  sessions,
  signInPolicies,
  signInThrottle,
} from '#lib/data/schema/operators.ts';
import { acceptLink, invite, readLink, renewInvitation, resetPerson } from '#lib/team/server/invite.ts';
import { createCommand, disableCommand, resetCommand } from '#lib/team/server/keeper.ts';
import { changePerson, listTeam, personFactors, signOutPerson } from '#lib/team/server/team.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const FROM = { id: 'r', address: '10.0.0.7', userAgent: 'Firefox', device: [] };
const PASSWORD = 'lilás bigorna tatu 7';
const ALL = { account: '*', role: 'admin' } as const;
const ctxOf = (id: string) =>
  ({
    operator: { id },
    auditEntry: (note: object) => ({ operatorId: id, accountId: null, result: 'ok', ...note }),
  }) as unknown as OperatorCtx;
const ana = ctxOf('ana');
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const conflict = (existing: object) => ({ code: 'conflict', details: { existing } });
const GONE = { code: 'not_found' };

async function administrator(id: string, over: Partial<typeof operators.$inferInsert> = {}): Promise<void> {
  await db()
    .insert(operators)
    .values({ id, email: `${id}@casa.example`, name: id, passwordHash: 'x', ...over });
  await db()
    .insert(grants)
    .values({ operatorId: id, ...ALL });
}

const session = (operatorId: string) =>
  invalidateAfter('people', () =>
    db().transaction(
      async (tx) => (await openSession(tx, { ...FROM, operatorId, method: 'password' })) ?? '',
    ),
  );
const invited = (over: object = {}) =>
  invite({
    ctx: ana,
    body: { email: 'Bia@Casa.example', roles: [{ account: 'pix', role: 'analyst' }], ...over },
  });
const accepted = (token: string, over: object = {}) =>
  acceptLink({ token, name: 'Bia Rocha', password: PASSWORD, ...over }, FROM);
const personOf = async (id: string) => (await listTeam()).items.find((one) => one.id === id);
const lastAction = async () => (await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1))[0];

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [oneTimeLinks, sessions, grants, codeApps, passkeys, recoveryCodes, identities])
      await db().delete(table);
    await db().delete(signInThrottle);
    await db().delete(operators);
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

describe('the last administrator', () => {
  it('is kept when two disable each other at the same moment', async () => {
    await administrator('bia');
    const disables: Promise<unknown>[] = [];
    await db().transaction(async (tx) => {
      await lockTeam(tx);
      disables.push(
        changePerson({ ctx: ana, id: 'bia', body: { state: 'disabled' } }),
        changePerson({ ctx: ctxOf('bia'), id: 'ana', body: { state: 'disabled' } }),
      );
      // Neither has judged anything: both wait for the team.
      await allWaitForLocks(...disables);
    });
    const ended = await Promise.allSettled(disables);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: conflict({ lastAdministrator: true }),
    });
    const active = await db().select().from(operators).where(isNull(operators.disabledAt));
    expect(active).toHaveLength(1);
  });

  it('is kept from losing the role, and nobody who was only invited stands in', async () => {
    await invited({ roles: [ALL] });
    const change = changePerson({
      ctx: ana,
      id: 'ana',
      body: { roles: [{ account: 'pix', role: 'admin' }] },
    });
    await expect(change).rejects.toMatchObject(conflict({ lastAdministrator: true }));
    expect((await personOf('ana'))?.roles).toEqual([ALL]);
  });

  it('of one’s own is there only once the invitation was accepted', async () => {
    await db().update(operators).set({ ready: true });
    expect(await adminExists()).toBe(false);
    const { invitation } = await invited({ roles: [ALL] });
    expect(await adminExists()).toBe(false);
    await accepted(tokenOf(invitation));
    expect(await adminExists()).toBe(true);
  });
});

describe('a change of somebody', () => {
  it('acts on the next request: roles, disabling, enabling, signing out', async () => {
    await administrator('bia');
    const id = await session('bia');
    expect((await readSession(id))?.grants).toEqual([ALL]);
    const roles = [
      { account: 'pix', role: 'viewer' as const },
      { account: 'pix', role: 'finance' as const },
    ];
    const changed = await changePerson({ ctx: ana, id: 'bia', body: { roles, name: 'Bia' } });
    expect(changed).toMatchObject({ name: 'Bia', roles: roles.toReversed() });
    expect((await readSession(id))?.grants.map(({ account }) => account)).toEqual(['acc', 'acc']);
    const after = await changePerson({ ctx: ana, id: 'bia', body: { state: 'disabled' } });
    expect(after).toMatchObject({ state: 'disabled', openSessions: 0 });
    expect(await readSession(id)).toBeNull();
    await changePerson({ ctx: ana, id: 'bia', body: { state: 'active' } });
    expect(await readSession(id), 'what ended stays ended').toBeNull();
    const again = await session('bia');
    expect(await signOutPerson({ ctx: ana, id: 'bia' })).toEqual({ ended: 1 });
    expect(await readSession(again)).toBeNull();
  });

  it('needs nothing but its own transaction, also where no account is remembered', async () => {
    await administrator('bia', { invitedBy: 'ana', invitedAt: new Date() });
    await invalidateAfter('accounts', async () => {});
    const changed = await changePerson({ ctx: ana, id: 'bia', body: { state: 'disabled' } });
    expect(changed).toMatchObject({ state: 'disabled', invitedBy: 'ana' });
  });

  it('shows what proves a person: keys, app and codes with their last use, and no secret', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await administrator('bia');
    const key = { operatorId: 'bia', publicKey: 'pk-secret', counter: 0 };
    await db()
      .insert(passkeys)
      .values([
        { ...key, id: 'k2', name: 'iPhone', createdAt: day(2), lastUsedAt: day(9) },
        { ...key, id: 'k1', name: 'USB', createdAt: day(1) },
        { ...key, id: 'k3', operatorId: 'ana', name: 'of Ana', createdAt: day(1) },
      ]);
    await db()
      .insert(codeApps)
      .values({
        ...{ operatorId: 'bia', secret: 'sealed-secret', createdAt: day(3) },
        ...{ confirmedAt: day(3), lastUsedAt: day(8) },
      });
    const code = { operatorId: 'bia', createdAt: day(3) };
    await db()
      .insert(recoveryCodes)
      .values([
        { ...code, codeHash: 'h1', usedAt: day(4) },
        { ...code, codeHash: 'h2' },
        { ...code, codeHash: 'h3' },
      ]);
    const found = await personFactors('bia');
    expect(found).toEqual({
      keys: [
        { name: 'USB', createdAt: day(1).toISOString(), lastUsedAt: null },
        { name: 'iPhone', createdAt: day(2).toISOString(), lastUsedAt: day(9).toISOString() },
      ],
      totp: { confirmedAt: day(3).toISOString(), lastUsedAt: day(8).toISOString() },
      recoveryCodes: { made: 3, left: 2 },
    });
    await expect(personFactors('nobody')).rejects.toMatchObject(GONE);
  });

  it('is refused for one of the simulator’s, and for nobody', async () => {
    await administrator('ready', { ready: true });
    const body = { name: 'Outra' };
    await expect(changePerson({ ctx: ana, id: 'ready', body })).rejects.toMatchObject(
      conflict({ ready: true }),
    );
    await expect(changePerson({ ctx: ana, id: 'nobody', body })).rejects.toMatchObject(GONE);
    await expect(
      changePerson({ ctx: ana, id: 'ana', body: { roles: [{ account: 'nada', role: 'viewer' }] } }),
    ).rejects.toMatchObject({ code: 'invalid_request', details: { fields: [{ field: 'roles.0.account' }] } });
  });
});

describe('an invitation', () => {
  it('tells what it is for, and is worth one password and one session', async () => {
    const { id, invitation } = await invited();
    expect(await personOf(id)).toMatchObject({
      state: 'invited',
      email: 'bia@casa.example',
      invitedBy: 'ana',
    });
    expect(await readLink(tokenOf(invitation), FROM)).toMatchObject({
      ...{
        purpose: 'invitation',
        email: 'bia@casa.example',
        name: 'bia',
        invitedBy: 'ana',
        passwordLength: 12,
      },
      roles: [{ account: 'Matriz', role: 'analyst' }],
    });
    const { sessionId } = await accepted(tokenOf(invitation));
    expect(await readSession(sessionId ?? '')).toMatchObject({ operator: { name: 'Bia Rocha' } });
    expect(await personOf(id)).toMatchObject({ state: 'active', name: 'Bia Rocha', linkUntil: null });
    await expect(accepted(tokenOf(invitation))).rejects.toMatchObject(GONE);
    await expect(invited()).rejects.toMatchObject({
      code: 'conflict',
      details: { fields: [{ field: 'email' }] },
    });
  });

  it('is used once under twenty uses at the same moment', async () => {
    const { id, invitation } = await invited();
    const uses = await Promise.allSettled(Array.from({ length: 20 }, () => accepted(tokenOf(invitation))));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const use of uses)
      if (use.status === 'rejected') expect(use.reason.code).toMatch(/^(not_found|rate_limited)$/);
    expect(await db().select({ n: count() }).from(sessions)).toEqual([{ n: 1 }]);
    const accepts = and(eq(auditLog.action, 'operator.accept'), eq(auditLog.target, id));
    expect(await db().$count(auditLog, accepts)).toBe(1);
  });

  it('is kept by a password that is refused, and ended by a newer one or by disabling', async () => {
    const { id, invitation } = await invited();
    for (const [password, message] of [
      ['curta', 'short'],
      ['Bia Rocha casa', 'guessable'],
    ])
      await expect(accepted(tokenOf(invitation), { password })).rejects.toMatchObject({
        ...{ code: 'invalid_request', details: { fields: [{ field: 'password', message }] } },
      });
    const renewed = await renewInvitation({ ctx: ana, id });
    await expect(readLink(tokenOf(invitation), FROM)).rejects.toMatchObject(GONE);
    expect(await readLink(tokenOf(renewed), FROM)).toMatchObject({ email: 'bia@casa.example' });
    await changePerson({ ctx: ana, id, body: { state: 'disabled' } });
    await expect(readLink(tokenOf(renewed), FROM)).rejects.toMatchObject(GONE);
    await expect(renewInvitation({ ctx: ana, id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is not renewed for who signs in elsewhere: they have no password to set', async () => {
    const { id } = await invited();
    await db()
      .insert(identities)
      .values({ issuer: 'https://id.example', subject: 's', operatorId: id, createdAt: new Date() });
    await expect(renewInvitation({ ctx: ana, id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('opens nothing from a network that nobody signs in from, and is not used up by that', async () => {
    const { invitation } = await invited();
    const row = { ...DEFAULT_POLICIES, changedAt: new Date(), changedBy: 'ana' };
    await invalidateAfter('people', () =>
      db()
        .insert(signInPolicies)
        .values({ ...row, allowedNetworks: ['192.0.2.0/24'] }),
    );
    onTestFinished(() => invalidateAfter('people', async () => void (await db().delete(signInPolicies))));
    // A weak password is not reported from there either.
    for (const password of [PASSWORD, 'x'])
      await expect(accepted(tokenOf(invitation), { password })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await db().$count(sessions)).toBe(0);
    const inside = { ...FROM, address: '192.0.2.7' };
    const token = tokenOf(invitation);
    const { sessionId } = await acceptLink({ token, name: 'Bia Rocha', password: PASSWORD }, inside);
    expect(sessionId).not.toBeNull();
  });

  it('slows down who tries tokens', async () => {
    const tries = [];
    for (let tried = 0; tried < 7; tried += 1)
      tries.push(await readLink(`no token ${tried} of ours`, FROM).catch((thrown) => thrown.code));
    expect(tries).toEqual([...Array(5).fill('not_found'), 'rate_limited', 'rate_limited']);
  });
});

describe('a reset', () => {
  it('drops second factor and sessions once it is used, and leaves the name', async () => {
    await administrator('bia', { passwordHash: await hashPassword('antiga senha longa') });
    const open = await session('bia');
    const at = new Date();
    await db()
      .insert(codeApps)
      .values({ operatorId: 'bia', secret: 'v1.none', createdAt: at, confirmedAt: at });
    await db().insert(recoveryCodes).values({ operatorId: 'bia', codeHash: 'h', createdAt: at });
    const link = await resetPerson({ ctx: ana, id: 'bia' });
    expect(await personOf('bia')).toMatchObject({ secondFactor: ['totp'], openSessions: 1 });
    expect(await readSession(open)).not.toBeNull();
    const { sessionId } = await accepted(tokenOf(link), { name: 'Outro Nome' });
    expect(await personOf('bia')).toMatchObject({ name: 'bia', secondFactor: 'none', openSessions: 1 });
    expect(await readSession(open)).toBeNull();
    expect(await readSession(sessionId ?? '')).not.toBeNull();
    expect(await db().$count(recoveryCodes)).toBe(0);
  });

  it('is for nobody who never had a password', async () => {
    const { id } = await invited();
    await expect(resetPerson({ ctx: ana, id })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('npm run admin', () => {
  const run = (command: typeof createCommand, input: object) => command(input, new AbortController().signal);
  const refused = (word: string) => ({ done: null, refused: word });

  it('creates, resets and disables, and the audit names no operator', async () => {
    const person = { email: 'Caio@Casa.example', role: 'admin', account: '*' };
    const made = await run(createCommand, person);
    expect(made).toMatchObject({ done: 'link', purpose: 'invitation' });
    expect(await lastAction()).toMatchObject({ action: 'operator.invite', operatorId: null });
    expect(await run(createCommand, person)).toEqual(refused('taken'));
    const again = await run(resetCommand, { email: 'caio@casa.example' });
    expect(again).toMatchObject({ purpose: 'invitation' });
    await accepted(tokenOf(again as { url: string }));
    expect(await run(resetCommand, { email: 'caio@casa.example' })).toMatchObject({ purpose: 'reset' });
    expect(await lastAction()).toMatchObject({ action: 'operator.reset-link', operatorId: null });
    expect(await run(disableCommand, { email: 'caio@casa.example' })).toEqual({ done: 'disabled' });
    expect(await lastAction()).toMatchObject({ action: 'operator.disable', operatorId: null });
    expect(await run(resetCommand, { email: 'caio@casa.example' })).toEqual(refused('disabled'));
  });

  it('says what it refuses in a word', async () => {
    await administrator('ready', { ready: true, disabledAt: new Date() });
    const bia = { email: 'bia@casa.example', role: 'viewer', account: '*' };
    expect(await run(disableCommand, { email: 'ana@casa.example' })).toEqual(refused('last'));
    expect(await run(resetCommand, { email: 'ready@casa.example' })).toEqual(refused('ready'));
    expect(await run(resetCommand, { email: `${randomUUID()}@casa.example` })).toEqual(refused('unknown'));
    expect(await run(createCommand, { ...bia, account: 'nada' })).toEqual(refused('account'));
    expect(await run(createCommand, { ...bia, role: 'dono' })).toEqual(refused('input'));
    expect(await run(createCommand, { ...bia, email: 'bia' })).toEqual(refused('input'));
    await db().insert(operators).values({ id: 'sso', email: 'sso@casa.example', name: 'Sso' });
    await db()
      .insert(identities)
      .values({ issuer: 'https://id.example', subject: 's', operatorId: 'sso', createdAt: new Date() });
    expect(await run(resetCommand, { email: 'sso@casa.example' })).toEqual(refused('sso'));
  });

  it('asks the running server, prints the link, and speaks both languages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guiche-admin-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    listenForCommands(folder, { create: createCommand, reset: resetCommand, disable: disableCommand });
    const command = 'create lea@casa.example --name Lea --role viewer';
    const made = await adminCommand({ dataDir: folder, args: command.split(' ') });
    expect(made.code).toBe(0);
    const [sentence = '', link = ''] = made.text.split('\n');
    expect(sentence).toMatch(/^Give lea@casa\.example this address\. It works once, until /);
    expect(await readLink(link.split('#')[1] ?? '', FROM)).toMatchObject({ name: 'Lea' });
    const inPortuguese = (...args: string[]) =>
      adminCommand({ dataDir: folder, args, language: 'pt_BR.UTF-8' });
    expect(await inPortuguese('disable', 'lea@casa.example')).toEqual({
      code: 0,
      text: 'lea@casa.example está sem acesso. As sessões abertas terminaram.\n',
    });
    expect(await inPortuguese('reset', 'nobody@casa.example')).toEqual({
      code: 1,
      text: 'Ninguém tem esse e-mail.\n',
    });
    for (const args of [['create'], ['reset', 'a@b.example', '--role', 'viewer'], ['disable', 'a', 'b']])
      expect(await adminCommand({ dataDir: folder, args })).toMatchObject({
        ...{ code: 1, text: expect.stringContaining(`npm run admin -- ${args[0]} EMAIL`) },
      });
  });
});
