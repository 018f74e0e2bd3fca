import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accountBySlug,
  listAccounts,
  openCredentials,
  setConfiguredAccounts,
} from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { prepareReadySignIns, readySignIns, setUpAdmin } from '#lib/auth/server/first-admin.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import { NewAccount } from '#lib/connections/contract.ts';
import {
  addAccount,
  changeAccount,
  makeSetUpLink,
  orderAccounts,
  removeAccount,
  replaceCredential,
} from '#lib/connections/server/change-account.ts';
import { listConnections } from '#lib/connections/server/connections.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
// Names of examples are nobody's: here they are public.
vi.mock('node:dns/promises', () => ({ lookup: async () => [{ address: '1.1.1.1', family: 4 }] }));

const ctx = {
  operator: { id: 'boss', name: 'Boss', email: 'boss@example.com', preferences: {} },
  auditEntry: (note: object) => ({ operatorId: 'boss', accountId: null, result: 'ok', ...note }),
  request: { id: 'r', address: null, userAgent: null },
} as unknown as OperatorCtx;
const TOKEN = 'a-very-secret-token-c91e';
const pix = (over: object = {}) =>
  NewAccount.parse({
    kind: 'pix',
    name: 'Filial Sul',
    slug: 'filial-sul',
    environment: 'production',
    baseUrl: 'https://pix.example/v1/',
    credentials: { accessToken: TOKEN },
    ...over,
  });
const simulator: AccountSettings = {
  slug: 'pix',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  baseUrl: 'http://127.0.0.1:4010/v1',
  credentials: { accessToken: 'sim-token' },
  settings: { controlUrl: 'http://127.0.0.1:4010/control' },
};
const refusal = (code: string, field: string, message?: string) => ({
  code,
  details: { fields: [{ field, ...(message === undefined ? {} : { message }) }] },
});
const person = { name: 'Ana', email: 'ana@example.test', password: 'a-long-password' };
const clear = () => invalidateAfter('accounts', () => db().delete(accounts));
const real: AccountSettings = {
  ...simulator,
  simulator: false,
  credentials: { accessToken: 'env' },
  settings: {},
};
/** An installation that is past its first real account, which this process's environment has. */
async function running(): Promise<void> {
  await clear();
  setConfiguredAccounts([{ ...real, slug: 'main', baseUrl: 'https://main.example/v1' }]);
  await invalidateAfter('accounts', () =>
    db()
      .insert(accounts)
      .values({
        ...{ id: 'main', slug: 'main', kind: 'pix', name: 'Main', environment: 'production', position: 0 },
        ...{ origin: 'environment', baseUrl: 'https://main.example/v1', credentials: 'v1.none' },
      }),
  );
}

describe('the first real account', () => {
  it('needs an administrator of one’s own and ends the ready sign-ins at once', async () => {
    await clear();
    await syncAccounts([simulator]);
    await prepareReadySignIns();
    const [ready] = await readySignIns();
    const session = ready && (await signIn({ ...ready, address: null, userAgent: null, device: [] }));
    if (!session?.ok) throw new Error('The ready sign-in does not work.');
    expect((await listConnections()).ownAdministrator).toBe(false);
    await expect(addAccount({ ctx, body: pix() })).rejects.toMatchObject(
      refusal('conflict', 'administrator'),
    );
    expect(await readSession(session.sessionId)).not.toBeNull();

    const { url } = await makeSetUpLink({ ctx });
    const token = new URL(url, 'http://localhost').searchParams.get('token') ?? '';
    expect(await setUpAdmin(token, person, { id: 'r', address: null, userAgent: null })).toMatchObject({
      sessionId: expect.any(String),
    });
    await expect(makeSetUpLink({ ctx })).rejects.toMatchObject(
      refusal('conflict', 'administrator', 'exists'),
    );
    expect((await listConnections()).ownAdministrator).toBe(true);

    // It takes the simulator's slug; that account is archived.
    const made = await addAccount({ ctx, body: pix({ slug: 'pix' }) });
    expect(made).toMatchObject({ slug: 'pix', simulator: false, origin: 'settings' });
    expect((await listAccounts()).map(({ id }) => id)).toEqual([made.id]);
    expect(existsSync(join(settings().dataDir, 'accounts-entered'))).toBe(true);
    expect(await readSession(session.sessionId)).toBeNull();
    expect(await readySignIns()).toEqual([]);
    expect((await signIn({ ...person, address: null, userAgent: null, device: [] })).ok).toBe(true);
  });

  it('stays at the next start, and then no simulator comes back', async () => {
    await syncAccounts([simulator, { ...simulator, slug: 'hub', kind: 'hub' }]);
    expect((await listAccounts()).map(({ slug, simulator: one }) => [slug, one])).toEqual([['pix', false]]);
  });

  it('becomes the environment’s where that names its slug, and keeps its rules', async () => {
    const before = await accountBySlug('pix');
    await changeAccount({ ctx, id: before?.id ?? '', body: { settings: { approvalAbove: 500_000 } } });
    await syncAccounts([{ ...real, baseUrl: 'https://env.example/v1' }]);
    const after = await accountBySlug('pix');
    expect(after).toMatchObject({ id: before?.id, settings: { approvalAbove: '500000' } });
    expect((await listConnections()).items[0]).toMatchObject({ origin: 'environment' });
    const count = await db().$count(auditLog);
    await syncAccounts([{ ...real, baseUrl: 'https://env.example/v1' }]);
    expect(await db().$count(auditLog)).toBe(count);
  });
});

describe('accounts that a person enters', () => {
  beforeEach(running);

  it('are kept sealed, shown without secrets, and audited without them', async () => {
    const made = await addAccount({ ctx, body: pix() });
    expect(made).toMatchObject({
      baseUrl: 'https://pix.example/v1',
      credential: { lastFour: 'c91e', readable: true },
      capabilities: expect.arrayContaining(['transactions', 'withdrawals']),
    });
    const [row] = await db().select().from(accounts).where(eq(accounts.id, made.id));
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, made.id));
    for (const seen of [made, row, entries, await listConnections()])
      expect(JSON.stringify(seen)).not.toContain(TOKEN);
    expect(entries).toMatchObject([{ action: 'account.add', operatorId: 'boss', accountId: made.id }]);
    const account = await accountBySlug('filial-sul');
    expect(account && openCredentials(account)).toEqual({ accessToken: TOKEN });
  });

  it('A11: stand at no near address, when they are added and when another is entered', async () => {
    const privateUrl = 'https://10.1.2.3/v1';
    await expect(addAccount({ ctx, body: pix({ baseUrl: privateUrl }) })).rejects.toMatchObject(
      refusal('invalid_request', 'baseUrl', 'not_public'),
    );
    const { id } = await addAccount({ ctx, body: pix() });
    const body = {
      environment: 'production' as const,
      baseUrl: privateUrl,
      credentials: { accessToken: TOKEN },
    };
    await expect(replaceCredential({ ctx, id, body })).rejects.toMatchObject(
      refusal('invalid_request', 'baseUrl', 'not_public'),
    );
  });

  it('have a slug of their own, also when two come at once', async () => {
    const both = await Promise.allSettled([
      addAccount({ ctx, body: pix() }),
      addAccount({ ctx, body: pix() }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject(refusal('conflict', 'slug', 'taken'));
  });

  it('are of several names for one kind, in the order that is set', async () => {
    const one = await addAccount({ ctx, body: pix() });
    const two = await addAccount({ ctx, body: pix({ slug: 'filial-norte' }) });
    await orderAccounts({ ctx, ids: [two.id, 'main', one.id] });
    expect((await listAccounts()).map(({ slug }) => slug)).toEqual(['filial-norte', 'main', 'filial-sul']);
    for (const ids of [[two.id], [two.id, two.id, 'main'], [two.id, 'main', 'nobody']])
      await expect(orderAccounts({ ctx, ids })).rejects.toMatchObject(refusal('conflict', 'ids'));
  });

  it('take another credential with its address; one of the environment does not', async () => {
    const { id } = await addAccount({ ctx, body: pix() });
    await changeAccount({ ctx, id, body: { settings: { forgetSecrets: true } } });
    const place = { environment: 'sandbox' as const, baseUrl: 'https://other.example/v1' };
    const sandbox = { sandboxUrl: 'https://check.example', sandboxToken: 'sandbox-token' };
    const credentials = { accessToken: 'another-secret-token', ...sandbox };
    const after = await replaceCredential({ ctx, id, body: { ...place, credentials } });
    expect(after).toMatchObject({ ...place, settings: { forgetSecrets: true } });
    expect(after.credential.sandboxUrl).toBe('https://check.example');
    const account = await accountBySlug('filial-sul');
    expect(account && openCredentials(account)).toEqual({
      accessToken: 'another-secret-token',
      sandboxToken: 'sandbox-token',
    });
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    expect(entry).toMatchObject({
      action: 'account.credential',
      before: { baseUrl: 'https://pix.example/v1' },
    });
    expect(JSON.stringify(entry)).not.toContain('sandbox-token');
    await expect(replaceCredential({ ctx, id, body: { ...place, credentials: {} } })).rejects.toMatchObject(
      refusal('invalid_request', 'credentials.accessToken', 'needed'),
    );
    await expect(
      replaceCredential({ ctx, id: 'main', body: { ...place, credentials } }),
    ).rejects.toMatchObject(refusal('conflict', 'origin', 'environment'));
  });

  it('change name and rules only as their kind has them', async () => {
    const { id } = await addAccount({ ctx, body: pix() });
    const settings = { approvalAbove: 100_000, defenseWindowHours: 72 };
    const changed = await changeAccount({ ctx, id, body: { name: 'Sul', settings } });
    expect(changed).toMatchObject({ name: 'Sul', settings });
    const cleared = await changeAccount({ ctx, id, body: { settings: { defenseWindowHours: null } } });
    expect(cleared).toMatchObject({ settings: { approvalAbove: 100_000 } });
    await expect(changeAccount({ ctx, id, body: { settings: { cardEntry: true } } })).rejects.toMatchObject(
      refusal('invalid_request', 'settings.cardEntry', 'other_kind'),
    );
    expect(await changeAccount({ ctx, id: 'main', body: { name: 'Matriz' } })).toMatchObject({
      name: 'Matriz',
    });
    await expect(changeAccount({ ctx, id: 'nobody', body: {} })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are removed by their slug, never the last, never one that comes from elsewhere', async () => {
    const { id } = await addAccount({ ctx, body: pix() });
    await expect(removeAccount({ ctx, id, body: { slug: 'filial' } })).rejects.toMatchObject(
      refusal('invalid_request', 'slug', 'other'),
    );
    await expect(removeAccount({ ctx, id: 'main', body: { slug: 'main' } })).rejects.toMatchObject(
      refusal('conflict', 'origin'),
    );
    await removeAccount({ ctx, id, body: { slug: ' filial-sul ' } });
    expect(await accountBySlug('filial-sul')).toBeNull();
    expect(existsSync(join(settings().dataDir, 'accounts-entered'))).toBe(false);
    const [row] = await db().select().from(accounts).where(eq(accounts.id, id));
    expect(row).toMatchObject({ credentials: '', archivedAt: expect.any(Date) });
    await expect(removeAccount({ ctx, id, body: { slug: 'filial-sul' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    // The slug is free again.
    expect(await addAccount({ ctx, body: pix() })).toMatchObject({ slug: 'filial-sul' });
    await removeAccount({
      ctx,
      id: (await accountBySlug('filial-sul'))?.id ?? '',
      body: { slug: 'filial-sul' },
    });
    // Where the environment has it no more, only that it is the last holds it.
    setConfiguredAccounts([]);
    const main = { ctx, id: 'main', body: { slug: 'main' } };
    await expect(removeAccount(main)).rejects.toMatchObject(refusal('conflict', 'last'));
    await addAccount({ ctx, body: pix() });
    await removeAccount(main);
    expect((await listAccounts()).map(({ slug }) => slug)).toEqual(['filial-sul']);
  });
});

describe('a card account', () => {
  beforeEach(running);
  const card = (credentials: object) => ({
    ...{ kind: 'card', name: 'Cartão', slug: 'cartao', environment: 'production' },
    ...{ baseUrl: 'https://card.example/v1', credentials },
  });
  const client = { clientId: 'id', clientSecret: 'a-secret-of-the-card' };
  const errorsOf = (credentials: object) =>
    NewAccount.safeParse(card(credentials)).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]);

  it('needs its certificate, its key and the authority; PEM texts that belong together', async () => {
    expect(errorsOf(client)).toEqual([
      ['credentials.clientCert', 'needed'],
      ['credentials.clientKey', 'needed'],
      ['credentials.ca', 'needed'],
    ]);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const clientKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const body = NewAccount.parse(card({ ...client, clientCert: 'nothing', clientKey, ca: 'nothing' }));
    await expect(addAccount({ ctx, body })).rejects.toMatchObject({
      details: {
        fields: [
          { field: 'credentials.clientCert', message: 'not_a_certificate' },
          { field: 'credentials.ca', message: 'not_a_certificate' },
        ],
      },
    });
  });
});

describe('what is entered', () => {
  const issues = (over: object) =>
    NewAccount.safeParse({ ...pix(), ...over }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]);

  it.each([
    [{ slug: 'Sul' }, ['slug', 'slug_form']],
    [{ slug: 'transactions' }, ['slug', 'slug_page']],
    [{ slug: 'settings' }, ['slug', 'slug_page']],
    [{ baseUrl: 'http://pix.example/v1' }, ['baseUrl', 'not_https']],
    [{ baseUrl: 'https://a:b@pix.example/v1' }, ['baseUrl', 'has_credentials']],
    [{ baseUrl: 'ftp://pix.example' }, ['baseUrl', 'not_a_url']],
    [{ baseUrl: 'https://pix.example/v1?x=1' }, ['baseUrl', 'has_query']],
    [{ credentials: {} }, ['credentials.accessToken', 'needed']],
    [{ credentials: { accessToken: TOKEN, clientId: 'x' } }, ['credentials.clientId', 'unknown']],
    [
      { credentials: { accessToken: TOKEN, sandboxUrl: 'https://x.example', sandboxToken: 'y' } },
      ['credentials.sandboxUrl', 'only_sandbox'],
    ],
    [{ kind: 'hub', credentials: { clientSecret: 'x' } }, ['credentials.clientId', 'needed']],
    [
      { kind: 'hub', credentials: { clientSecret: 'x', auth: 'svc' } },
      ['credentials.clientSecret', 'service_key'],
    ],
  ])('%o is refused at its field', (over, issue) => {
    expect(issues(over)).toEqual([issue]);
  });

  it('may be http on this machine, and a Hub service key needs no id', () => {
    expect(issues({ baseUrl: 'http://127.0.0.1:4010/v1' })).toBeUndefined();
    expect(issues({ kind: 'hub', credentials: { clientSecret: 'svc_x', auth: 'svc' } })).toBeUndefined();
  });
});

const WEAKER = { settings: { approvalAbove: null }, reason: 'Fornecedores subiram.' };

it('M5: an account is added, changed and removed once for one key, though the process ended at once', async () => {
  await running();
  const adding = await repeatedAfterCrash(
    (intent) => addAccount({ ctx: { ...ctx, intent }, body: pix() }),
    201,
  );
  expect(adding.again).toEqual(adding.first);
  const { id } = adding.first.value as { id: string };
  const steps: [string, (repeated: OperatorCtx) => Promise<unknown>][] = [
    ['order', (repeated) => orderAccounts({ ctx: repeated, ids: [id, 'main'] })],
    [
      'edit',
      (repeated) => changeAccount({ ctx: repeated, id, body: { settings: { approvalAbove: 1_000 } } }),
    ],
    ['weaker', (repeated) => changeAccount({ ctx: repeated, id, body: WEAKER })],
    [
      'credential',
      (repeated) =>
        replaceCredential({
          ctx: repeated,
          id,
          body: {
            environment: 'production',
            baseUrl: 'https://pix.example/v2',
            credentials: { accessToken: 'another-token-77' },
          },
        }),
    ],
    ['removal', (repeated) => removeAccount({ ctx: repeated, id, body: { slug: 'filial-sul' } })],
  ];
  for (const [what, run] of steps) {
    const { first, again } = await repeatedAfterCrash((intent) => run({ ...ctx, intent }));
    expect(again, what).toEqual(first);
  }
});
