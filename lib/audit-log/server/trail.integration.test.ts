import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AuditNote, type OperatorCtx, Reply } from '#lib/api/context.ts';
import { AuditPage, AuditQuery } from '#lib/audit-log/contract.ts';
import { exportAudit } from '#lib/audit-log/server/export-audit.ts';
import { getEntry } from '#lib/audit-log/server/lines.ts';
import { listAudit, verifyNow } from '#lib/audit-log/server/list-audit.ts';
import { type AuditEntry, audit } from '#lib/data/audit/append.ts';
import { auditVerificationJob, runningVerification } from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { startQueue } from '#lib/data/jobs/queue.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const entryOf = (note: AuditNote) =>
  ({ operatorId: 'op_ana', accountId: null, result: 'ok', ...note }) as AuditEntry;
const ctx = {
  operator: { id: 'op_ana' },
  locale: 'en',
  permissions: new Set(['manage', 'reveal']),
  auditEntry: entryOf,
  audit: (note: AuditNote) => audit(db(), entryOf(note)),
} as unknown as OperatorCtx;

const write = (over: Partial<AuditEntry>) =>
  audit(db(), { operatorId: 'op_ana', accountId: 'acc_1', action: 'view.create', result: 'ok', ...over });
const list = async (query: object = {}) =>
  AuditPage.parse(await listAudit({ ctx, query: AuditQuery.parse(query) }));
const ids = async (query: object) => (await list(query)).items.map(({ id }) => Number(id));

beforeAll(async () => {
  await startQueue([auditVerificationJob]);
  await db()
    .insert(operators)
    .values([
      { id: 'op_ana', email: 'ana@example.com', name: 'Ana Souza' },
      { id: 'op_bia', email: 'bia@example.com', name: 'Bia Lima' },
    ]);
  const account = {
    slug: 'pix',
    kind: 'pix',
    name: 'Aroeira Pix',
    environment: 'sandbox',
    origin: 'settings',
  };
  const rest = { baseUrl: 'https://pix.example', credentials: '' };
  await db()
    .insert(accounts)
    .values([
      { id: 'acc_0', ...account, name: 'The one before', archivedAt: new Date(), ...rest },
      { id: 'acc_1', ...account, ...rest },
    ]);
  await db()
    .insert(operations)
    .values({
      ...{ id: 'op_1', accountId: 'acc_1', kind: 'refund.create', target: 'tx_1', state: 'confirmed' },
      ...{ amount: 32_580, clientReference: 'pedido-1', intent: {}, request: '', operatorId: 'op_bia' },
      ...{ instance: 'i', createdAt: new Date() },
    });
  // 1 to 8.
  await write({ operatorId: null, accountId: null, action: 'sign-in', result: 'refused' });
  await write({ action: 'sign-in', accountId: null, target: 'abcdef', session: 'abcdef' });
  await write({
    operatorId: 'op_bia',
    action: 'refund.create.requested',
    target: 'tx_1',
    after: { operation: 'op_1', amount: 32_580 },
  });
  await write({
    operatorId: 'op_bia',
    action: 'refund.create.confirmed',
    target: 'tx_1',
    after: { operation: 'op_1' },
    providerRequestId: 'req_1',
  });
  await write({
    accountId: 'acc_0',
    action: 'account.edit',
    target: 'acc_0',
    before: { name: 'X' },
    after: { name: 'The one before' },
  });
  await write({
    action: 'dispute.assign',
    target: 'd_1',
    after: { assignee: 'op_bia' },
    address: '10.0.0.1',
    userAgent: 'UA',
  });
  await write({ operatorId: 'gone', action: 'transaction.reveal', target: 'tx_2' });
  await write({ operatorId: 'op_bia', action: 'permission', target: 'GET /api/audit', result: 'refused' });
});

describe('the log as people read it', () => {
  it('stands newest first, with the names of who, where and what', async () => {
    const { items, total, chain, people, nextCursor } = await list();
    expect([total, chain.last, nextCursor, chain.verdict]).toEqual([8, 8, null, null]);
    expect(items.map(({ id }) => id)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
    expect(people.map(({ name }) => name)).toEqual(['Ana Souza', 'Bia Lima']);
    expect(items.find(({ id }) => id === '4')).toMatchObject({
      operator: { id: 'op_bia', name: 'Bia Lima' },
      account: { slug: 'pix', name: 'Aroeira Pix' },
      ...{ target: 'tx_1', targetName: 'pedido-1', amount: 32_580, operation: 'op_1' },
    });
    expect(items.find(({ id }) => id === '5')).toMatchObject({ targetName: 'The one before' });
    expect(items.find(({ id }) => id === '1')).toMatchObject({ operator: null, account: null });
    expect(items.find(({ id }) => id === '7')?.operator).toEqual({ id: 'gone', name: null });
  });

  it.each([
    [{ operator: 'op_bia' }, [8, 4, 3]],
    [{ operator: '-' }, [1]],
    [{ account: 'pix' }, [8, 7, 6, 5, 4, 3]],
    [{ account: '-' }, [2, 1]],
    [{ account: 'none' }, []],
    [{ action: 'money' }, [4, 3]],
    [{ action: 'refund.create.requested,access' }, [8, 3, 2, 1]],
    [{ result: 'refused,failed' }, [8, 1]],
    [{ target: 'tx_1' }, [4, 3]],
    [{ target: 'pedido-1' }, [4, 3]],
    [{ target: 'op_1' }, [4, 3]],
    [{ target: 'nothing' }, []],
    [{ session: 'abcdef' }, [2]],
    [{ session: 'abcde' }, []],
    [{ session: 'abcdef', operator: 'op_bia' }, []],
    [{ operator: 'op_bia', action: 'money', result: 'ok', target: 'tx_1', account: 'pix' }, [4, 3]],
    [{ from: '2020-01-01', to: '2020-01-02' }, []],
    [{ from: '2020-01-01' }, [8, 7, 6, 5, 4, 3, 2, 1]],
    [{ to: '2020-01-02', operator: 'op_bia' }, []],
  ])('%j leaves %j', async (query, left) => {
    expect(await ids(query)).toEqual(left);
    expect((await list(query)).total).toBe(left.length);
  });

  it('a period is cut where it begins and before it ends', async () => {
    const [three] = await db().select().from(auditLog).where(eq(auditLog.seq, 3));
    const at = three?.at.toISOString() ?? '';
    expect((await ids({ from: at })).at(-1)).toBeLessThanOrEqual(3);
    expect(await ids({ to: at })).not.toContain(3);
  });

  it('goes on by cursor, and a cursor of another filter is refused', async () => {
    const first = await list({ limit: 5 });
    const second = await list({ limit: 5, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
    expect(second.nextCursor).toBeNull();
    await expect(list({ result: 'ok', cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('an entry tells all that is stored of it, and nothing else exists', async () => {
    const { entry, verdict } = await getEntry('6');
    expect(verdict).toBeNull();
    expect(entry).toMatchObject({
      ...{ id: '6', after: { assignee: 'op_bia' }, before: null, address: '10.0.0.1', userAgent: 'UA' },
      ...{ hash: expect.stringMatching(/^k1\./), previousHash: expect.stringMatching(/^k1\./) },
    });
    for (const id of ['0', '9', '1e2', 'x', '99999999999999999999'])
      await expect(getEntry(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('what is done with the log stands in it', () => {
  it('a file of a filter, told before the first row leaves', async () => {
    const answer = await exportAudit(ctx, { format: 'rfc4180', operator: 'op_bia' });
    const [entry] = (await list({ action: 'audit.export' })).items;
    expect((await getEntry(entry?.id ?? '')).entry.after).toEqual({
      filter: { operator: 'op_bia' },
      count: 3,
    });
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines[0]).toContain('entry,createdAt,operator,account,action');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain(',Bia Lima,pix,refund.create.confirmed,tx_1,pedido-1,325.80,ok,');
    expect(lines[2]).toContain('req_1');
    const sheet = await (await exportAudit(ctx, { form: 'sheet', operator: 'op_bia' })).text();
    expect(sheet).toContain('Entry,Created (São Paulo time),Who');
    expect(sheet).toMatch(/,Bia Lima,pix,[^,]*: [^,]+,/);
    expect(sheet).toContain(',325.80,done,');
  });

  it('a verification, by whoever asked for it', async () => {
    const answer = await verifyNow({ ctx });
    expect(answer).toMatchObject({ intact: true, entries: 10, running: false });
    const { chain, items } = await list();
    expect(chain).toMatchObject({ last: 11, running: null, verdict: { intact: true, entries: 10 } });
    expect(items[0]).toMatchObject({ action: 'audit.verify', operator: { id: 'op_ana' }, result: 'ok' });
  });

  it('one that takes longer than its caller waits goes on, and is told when it ended', async () => {
    const answer = (await verifyNow({ ctx, waitMs: 0 })) as Reply;
    expect(answer).toBeInstanceOf(Reply);
    expect(answer.status).toBe(202);
    expect(answer.value).toMatchObject({ running: true, intact: true, firstBroken: null });
    await expect.poll(runningVerification, { timeout: 20_000 }).toBeNull();
    expect((await list()).items[0]?.action).toBe('audit.verify');
  });

  it('one that finds a break', async () => {
    await db().update(auditLog).set({ result: 'ok' }).where(eq(auditLog.seq, 8));
    expect(await verifyNow({ ctx })).toMatchObject({ intact: false, firstBroken: 8, cause: 'changed' });
    const { chain, items } = await list();
    expect(items[0]).toMatchObject({ action: 'audit.verify', result: 'failed' });
    expect(chain.verdict).toMatchObject({ intact: false, firstBroken: 8 });
  });

  it('U22: a file of chosen entries has those alone, of its filter, and says in the log which', async () => {
    const ids = ['6', '2', '1e2', '6'];
    const answer = await exportAudit(ctx, { format: 'rfc4180', ids });
    const lines = (await answer.text()).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['6', '2']);
    const [entry] = (await list({ action: 'audit.export' })).items;
    expect((await getEntry(entry?.id ?? '')).entry.after).toEqual({ filter: {}, count: 2, chosen: ids });
    const none = await exportAudit(ctx, { format: 'rfc4180', ids, operator: 'nobody' });
    expect((await none.text()).trim().split('\r\n')).toHaveLength(1);
  });
});

describe('around an entry', () => {
  it('stands what had proved the person in its session last, a refused try and other people’s left out', async () => {
    const newest = async () => String((await ids({}))[0]);
    const session = 'xyz789';
    const proved = (action: 'sign-in' | 'step-up', method: string, over: Partial<AuditEntry> = {}) =>
      write({ action, accountId: null, session, after: { method }, ...over });
    await proved('sign-in', 'passkey');
    await write({ session });
    expect((await getEntry(await newest())).proof).toMatchObject({ method: 'passkey' });
    await proved('step-up', 'totp');
    await proved('step-up', 'password', { result: 'refused' });
    await proved('step-up', 'recovery', { operatorId: 'op_bia' });
    await write({ session });
    const entry = await newest();
    const { proof } = await getEntry(entry);
    expect(proof?.method).toBe('totp');
    await proved('step-up', 'passkey');
    expect((await getEntry(entry)).proof, 'a later proof proved nothing then').toEqual(proof);
    await write({});
    expect((await getEntry(await newest())).proof).toBeNull();
  });

  it('stand the calls of its operation, with the status of a refusal', async () => {
    expect((await getEntry('6')).calls).toBeNull();
    expect((await getEntry('3')).calls).toEqual([]);
    const [sentAt, endedAt] = [new Date('2026-11-19T14:00:41.218Z'), new Date('2026-11-19T14:00:41.459Z')];
    const sent = { operationId: 'op_1', sentAt, endedAt };
    await db()
      .insert(operationAttempts)
      .values([
        { ...sent, number: 1, outcome: 'unknown' },
        { ...sent, number: 2, outcome: 'rejected:provider', code: 'PZF110', providerRequestId: 'req_2' },
      ]);
    const provider = { code: 'PZF110', message: 'no', requestId: 'req_2', status: 422 };
    await db()
      .update(operations)
      .set({ problem: { code: 'provider_rejected', provider } });
    expect((await getEntry('3')).calls).toMatchObject([
      { number: 1, outcome: 'unknown', status: null },
      { number: 2, code: 'PZF110', status: 422, endedAt: endedAt.toISOString() },
    ]);
  });
});
