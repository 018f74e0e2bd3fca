import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import { rotateKeyCommand } from '#lib/auth/server/rotate-key.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { PEOPLES_NAMES } from '#lib/core/masking/testing/names.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { clearErasedCache, erasedForms } from '#lib/data/erasure/erased-index.ts';
import { auditLog, erasures, erasureWaits, tombstones } from '#lib/data/schema/audit.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { disputeAttachments, disputeDrafts, disputeNotes, disputes } from '#lib/data/schema/disputes.ts';
import { operations, storedFilters } from '#lib/data/schema/operations.ts';
import { savedViews } from '#lib/data/schema/operators.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { rowOf, withoutErased } from '#lib/deliveries/server/store-records.ts';
import { upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import type { Infraction } from '#lib/providers/records.ts';
import { deleteExpired, finishErasures } from '#lib/retention/server/delete-expired.ts';
import { eraseCommand, erasePerson, patternOf } from '#lib/retention/server/erase-command.ts';
import { customerTables, everyText, inEveryColumn } from '#lib/retention/server/testing/every-column.ts';
import { storeReceived } from '#lib/webhooks/server/receive-callback.ts';
import { adminCommand } from '../../../e2e/support/admin-command.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const never = new AbortController().signal;
const [DOCUMENT, OTHER] = ['52998224725', '11144477735'];
const [NAME, MAIL] = ['João Canário de Souza', 'joao.canario@exemplo.com.br'];
const [PHONE, RANDOM] = ['+5511987650001', '6f9619ff-8b86-4011-b42d-00cf4fc964ff'];
/** Each of them, as it may be written. */
const TERMS = [
  DOCUMENT,
  '529.982.247-25',
  `pays ${NAME.toUpperCase()}, twice`,
  'JOAO CANARIO DE SOUZA',
  MAIL,
  '+55 (11) 98765-0001',
  RANDOM,
];
const TRACES = /529\W?982\W?247\W?25|can[aá]rio|98765\W?0001|6f9619ff/i;

const party = (name: string | null, document: string | null) => ({
  ...{ name, document, institutionIspb: null, institutionName: null, accountNumber: null },
});
function infraction(id: string, payer = party(NAME, DOCUMENT), status = 'CLOSED'): Infraction {
  const none = { protocol: null, type: null, reportedBy: null, result: null, endToEndId: null };
  const times = { openedAt: '2026-01-02T03:04:05.000Z', deadline: null, updatedAt: null };
  return {
    ...{ id, status, ...none, ...times, amount: 1_234, transactionId: `tx-${id}` },
    ...{ reason: `${payer.name} says so`, resultDetails: null, payer, receiver: party('Loja Ltda', null) },
    ...{ defenses: [], other: payer.name === NAME ? { payerMail: MAIL } : {} },
  };
}

const closed = { accountId: 'a', state: 'closed', seenAt: new Date(), changedAt: new Date() };
const keep = (one: Infraction, over: object = {}) =>
  db()
    .insert(disputes)
    .values({ ...closed, id: one.id, transactionId: one.transactionId, infraction: one, ...over });

/** A withdrawal to the person's phone, whose holder was looked up. */
const withdrawal = (id: string, state: string) => {
  const shown = { name: NAME, document: DOCUMENT };
  const request = { input: { pixKey: PHONE, pixKeyType: 'PHONE', clientReference: id }, typed: false, shown };
  return db()
    .insert(operations)
    .values({
      ...{ id, accountId: 'a', kind: 'withdrawal.key', target: id, state, clientReference: id },
      ...{ operatorId: 'op', createdAt: new Date(), subject: 'keyed', intent: { key: '+55 ** *****-0001' } },
      ...(state === 'confirmed' ? { settledAt: new Date(), result: { payment: { id: 'tx-w' } } } : {}),
      request: seal(JSON.stringify(request), `operation:${id}`),
    });
};

/** A charge to the person, with their e-mail and a key. */
const charge = () => {
  const payer = { name: NAME, document: DOCUMENT, email: MAIL, pixKey: RANDOM };
  return db()
    .insert(operations)
    .values({
      ...{ id: 'op_charge', accountId: 'a', kind: 'charge.create', target: 'c', state: 'confirmed' },
      ...{ operatorId: 'op', createdAt: new Date() },
      request: seal(JSON.stringify({ input: { payer } }), 'operation:op_charge'),
    });
};

async function clear(): Promise<void> {
  for (const table of [...(await customerTables()), erasureWaits, erasures, tombstones])
    await db().delete(table);
  clearErasedCache();
}

const traces = async () =>
  [...(await everyText())].filter(([, text]) => TRACES.test(text)).map(([name]) => name);
const erase = (document = DOCUMENT) => erasePerson(document, never);

beforeAll(async () => {
  const { operators } = await import('#lib/data/schema/operators.ts');
  await db().insert(operators).values({ id: 'op', email: 'op@example.com', name: 'P' });
});
beforeEach(clear);

describe('the pattern of a person', () => {
  it.each([...PEOPLES_NAMES, 'Ana-Bela Souza', 'Şebnem Yıldız'])(
    'is read by PostgreSQL too: %j',
    async (name) => {
      const of = (...names: string[]) =>
        patternOf({ document: DOCUMENT, names: new Set(names), contacts: new Set([MAIL, `a+${RANDOM}`]) });
      const found = await db().execute(sql`
      select ${`x ${name} y`} ~* ${of(name)} as named, ${name.toUpperCase()} ~* ${of(name)} as shouted,
        'somebody else' ~* ${of(`${name} de Tal`)} as others`);
      expect((found as unknown as { rows: unknown[] }).rows).toEqual([
        { named: true, shouted: true, others: false },
      ]);
    },
  );
});

describe('npm run admin -- erase', () => {
  it('leaves nothing of a person in any column of any table, and the log whole', async () => {
    await keep(infraction('known'));
    await withdrawal('op_known', 'confirmed');
    await charge();
    const filled = await inEveryColumn(await customerTables(), TERMS);
    expect(filled.length).toBeGreaterThan(75);
    const before = await traces();
    expect(before.length).toBeGreaterThan(20);
    const { tables, waiting, shared } = await erase();
    await deleteExpired(never);
    expect(await traces()).toEqual([]);
    expect([waiting, shared]).toEqual([0, false]);
    expect(Object.keys(tables).length).toBeGreaterThan(15);
    expect(await verifyAudit()).toMatchObject({ intact: true });
    const entries = (await db().select().from(auditLog)).filter(({ action }) => action.startsWith('person.'));
    expect(entries.map(({ action }) => action)).toEqual(['person.erasing', 'person.erased']);
    const [{ fingerprint } = { fingerprint: '' }] = await db().select().from(erasures);
    for (const { after } of entries) expect(after).toMatchObject({ fingerprint });
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });

  it('takes whole what is about the person, and keeps ids, amounts and times', async () => {
    await keep(infraction('d1'));
    await withdrawal('op_1', 'confirmed');
    const of = { accountId: 'a', disputeId: 'd1' };
    const note = { ...of, id: 'n', operatorId: 'op', at: new Date() };
    await db()
      .insert(disputeNotes)
      .values({ ...note, body: seal('called them', 'dispute_notes:n') });
    const draft = {
      ...of,
      version: 1,
      characters: 1,
      attachments: 1,
      updatedAt: new Date(),
      updatedBy: 'op',
    };
    await db()
      .insert(disputeDrafts)
      .values({ ...draft, content: seal('{}', 'dispute_drafts:a:d1') });
    const file = {
      ...of,
      id: 'f',
      mimeType: 'text/plain',
      size: 1,
      digest: 'd',
      addedAt: new Date(),
      addedBy: 'op',
    };
    const inside = {
      name: seal('x', 'dispute_attachments.name:f'),
      bytes: seal(DOCUMENT, 'dispute_attachments.bytes:f'),
    };
    await db()
      .insert(disputeAttachments)
      .values({ ...file, ...inside });
    const filter = { accountId: 'a', operatorId: 'op', createdAt: new Date(), usedAt: new Date() };
    await db()
      .insert(storedFilters)
      .values({ ...filter, id: 'sf', filter: { document: '529.982.247-25' } });
    const view = {
      accountId: 'a',
      operatorId: 'op',
      page: 'p',
      filter: {},
      columns: [],
      createdAt: new Date(),
    };
    await db()
      .insert(savedViews)
      .values({ ...view, id: 'v', name: 'of them', storedFilterId: 'sf', updatedAt: new Date() });
    await db()
      .insert(deliveries)
      .values({
        ...{ accountId: 'a', id: 'del', transactionId: 'tx-d1', delivered: false, outcome: 'failed' },
        ...{ lastAt: new Date(), createdAt: new Date(), amount: 5, clientReference: 'order-7' },
      });
    await erase();
    expect(await db().select().from(disputeNotes)).toEqual([]);
    expect(await db().select().from(disputeDrafts)).toEqual([]);
    expect(await db().select().from(disputeAttachments)).toEqual([]);
    expect(await db().select().from(storedFilters)).toEqual([]);
    expect(await db().select().from(savedViews)).toEqual([]);
    expect(await db().select().from(deliveries)).toMatchObject([
      { id: 'del', amount: 5, clientReference: null },
    ]);
    expect((await db().select().from(disputes))[0]?.infraction).toMatchObject({
      ...{ id: 'd1', amount: 1_234, transactionId: 'tx-d1', reason: null, other: {} },
      payer: { name: null, document: null },
    });
    expect((await db().select().from(operations))[0]).toMatchObject({
      ...{ id: 'op_1', request: null, intent: {}, subject: null, clientReference: 'op_1' },
      result: { payment: { id: 'tx-w' } },
    });
  });

  it('reads tables that are divided, and such as nobody listed', async () => {
    await db().execute(sql`create table divided (id text, at timestamptz, note text, primary key (id, at))
      partition by range (at)`);
    await db().execute(
      sql`create table divided_1 partition of divided for values from ('2026-01-01') to ('2027-01-01')`,
    );
    await db().execute(sql`insert into divided select 'r' || i, '2026-05-05', 'for ' || ${MAIL}::text || ', ' || i
      from generate_series(1, 400) i`);
    await charge();
    expect((await erase()).tables).toMatchObject({ divided: 400 });
    const { rows } = (await db().execute(
      sql`select distinct left(note, 8) as note from divided`,
    )) as unknown as {
      rows: { note: string }[];
    };
    expect(rows).toEqual([{ note: 'for ***,' }]);
    await db().execute(sql`drop table divided`);
  });

  it('touches nobody else: a name that another has too proves nothing', async () => {
    await keep(infraction('mine'));
    await keep(infraction('theirs', party(NAME, OTHER)));
    const note = { id: 'n', accountId: 'a', disputeId: 'theirs', operatorId: 'op', at: new Date() };
    await db()
      .insert(disputeNotes)
      .values({ ...note, body: seal(`${NAME} called`, 'dispute_notes:n') });
    const { shared } = await erase();
    expect(shared).toBe(true);
    const remaining = await db().select().from(disputes).where(eq(disputes.id, 'theirs'));
    expect(remaining[0]?.infraction).toMatchObject({ payer: { name: NAME, document: OTHER } });
    expect(await db().select().from(disputeNotes)).toHaveLength(1);
  });

  it('waits for what is open; the daily job takes it up when it ends', async () => {
    await withdrawal('op_open', 'unknown');
    await keep(infraction('open', party(NAME, DOCUMENT), 'OPEN'), { state: 'open' });
    expect(await erase()).toMatchObject({ waiting: 2 });
    await finishErasures(never);
    expect((await traces()).length).toBe(2);
    const settled = { state: 'confirmed', settledAt: new Date() };
    await db().update(operations).set(settled).where(eq(operations.id, 'op_open'));
    await finishErasures(never);
    expect((await db().select().from(erasures))[0]?.endedAt).toBeNull();
    await upsertInfractions('a', [infraction('open')], databaseNow());
    await finishErasures(never);
    expect(await traces()).toEqual([]);
    expect(await db().select().from(erasureWaits)).toEqual([]);
    expect((await db().select().from(erasures))[0]?.endedAt).toBeInstanceOf(Date);
    expect(await verifyAudit()).toMatchObject({ intact: true });
  });

  it('is told by its document, however it is written, and by nothing else', async () => {
    expect(await eraseCommand({ document: '529.982.247-26', sure: true }, never)).toEqual({
      ...{ done: null, refused: 'document' },
    });
    await keep(infraction('d1'));
    expect(await eraseCommand({ document: '529.982.247-25', sure: false }, never)).toMatchObject({
      ...{ done: 'count', tables: { disputes: 1 }, waiting: 0, shared: false },
    });
    expect(await db().select().from(tombstones)).toEqual([]);
    expect((await traces()).length).toBe(1);
  });
});

/** Whatever the provider reports of the person again. */
async function readAgain(mark: string): Promise<void> {
  const masked = infraction(`masked ${mark}`, party('JOAO CANARIO DE SOUZA', '***.982.247-**'));
  await upsertInfractions('a', [infraction(`again ${mark}`), masked], databaseNow());
  const body = { id: `tx-${mark}`, clientReference: 'r', payer: { name: NAME, document: DOCUMENT } };
  const receiver = { endpoint: 'e', accountId: 'a', webhookId: null } as never;
  const facts = { transactionId: `tx-${mark}`, event: 'PAID', status: 'PAID' } as never;
  const used = { secretId: null, old: false } as never;
  await storeReceived({ receiver, headers: {}, body: JSON.stringify(body), facts, used });
  const record = {
    ...{ id: `rec-${mark}`, transactionId: `tx-${mark}`, webhookId: null, event: null, status: 200 },
    ...{ url: `https://shop.example/hook?of=${MAIL}`, responseTimeMs: 1, createdAt: null, body },
    ...{ responseBody: null, responseHeaders: null, error: null },
  };
  const row = rowOf('a', record as never, null);
  await db()
    .insert(deliveries)
    .values(withoutErased(row, body, await erasedForms()));
}

describe('an erased person', () => {
  it('is not read in again, by whatever the provider still shows', async () => {
    await charge();
    await erase();
    await readAgain('1');
    expect(await traces()).toEqual([]);
    const [received] = await db().select().from(receivedCallbacks);
    expect(received).toMatchObject({ body: '', transactionId: 'tx-1' });
    const [delivery] = await db().select().from(deliveries);
    expect(delivery).toMatchObject({ clientReference: null, url: 'https://shop.example/hook?of=***' });
    // Somebody else's are read as ever.
    await upsertInfractions('a', [infraction('other', party('Ana Lima Prado', OTHER))], databaseNow());
    const [other] = await db().select().from(disputes).where(eq(disputes.id, 'other'));
    expect(other?.infraction).toMatchObject({ payer: { name: 'Ana Lima Prado' } });
  });

  it('is read while a new dispute of theirs is open, and no longer', async () => {
    await keep(infraction('d1'));
    await erase();
    await upsertInfractions('a', [infraction('new', party(NAME, DOCUMENT), 'OPEN')], databaseNow());
    expect((await traces()).length).toBe(1);
    await upsertInfractions('a', [infraction('new')], databaseNow());
    await finishErasures(never);
    expect(await traces()).toEqual([]);
  });

  it('stays erased when the secret is replaced, and its predecessor dropped', async () => {
    const processState = globalThis as {
      guicheSettings?: unknown;
      guicheMasterSecret?: string;
      guicheAuditSeen?: unknown;
    };
    const setSecrets = (secret: string, previous: string) => {
      process.env.GUICHE_SECRET = secret;
      process.env.GUICHE_SECRET_PREVIOUS = previous;
      for (const name of ['guicheSettings', 'guicheMasterSecret', 'guicheAuditSeen'] as const)
        delete processState[name];
      clearErasedCache();
    };
    const old = process.env.GUICHE_SECRET ?? '';
    const fresh = 'another secret of as many bytes as that';
    await charge();
    await erase();
    setSecrets(fresh, old);
    await readAgain('2');
    expect(await rotateKeyCommand(null, never)).toMatchObject({ done: 'rotate-key', left: 0 });
    setSecrets(fresh, '');
    await readAgain('3');
    expect(await traces()).toEqual([]);
    expect(await verifyAudit()).toMatchObject({ intact: true });
    setSecrets(old, fresh);
    await rotateKeyCommand(null, never);
    setSecrets(old, '');
  });
});

describe('at the terminal', () => {
  it('counts, asks, and erases what is confirmed, beside a running server', async () => {
    await keep(infraction('d1'));
    const dataDir = process.env.GUICHE_DATA_DIR ?? '';
    listenForCommands(dataDir, { erase: eraseCommand });
    const left = await adminCommand({ dataDir, args: ['erase', '529.982.247-25'], typed: 'no\n' });
    expect(left).toMatchObject({ code: 1, text: expect.stringContaining('disputes: 1 row') });
    expect(left.text).toContain('Nothing was erased');
    expect((await traces()).length).toBe(1);
    const done = await adminCommand({ dataDir, args: ['erase'], typed: `${DOCUMENT}\nERASE\n` });
    expect(done).toMatchObject({
      code: 0,
      text: expect.stringContaining('***.982.247-** is erased: 1 row.'),
    });
    expect(`${left.text}${done.text}`).not.toMatch(TRACES);
    expect(await traces()).toEqual([]);
    const wrong = await adminCommand({ dataDir, args: ['erase', '123'], language: 'pt_BR.UTF-8' });
    expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('não é um CPF ou CNPJ') });
  });
});
