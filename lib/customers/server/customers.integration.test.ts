import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { serializeFor } from '#lib/api/serialize.ts';
import { Customer } from '#lib/customers/contract.ts';
import { getCustomer, storeCustomer } from '#lib/customers/server/get-customer.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { grants } from '#lib/data/schema/operators.ts';
import { addNote } from '#lib/disputes/server/work.ts';
import { withMoney } from '#lib/payments/server/testing/bench.ts';
import { storeFilter } from '#lib/transactions/server/stored-filters.ts';

const bench = withMoney({ transactions: 3000 });

type Row = {
  id: string;
  type: string;
  status: string;
  amount: number;
  payerName: string | null;
  payerDocument: string | null;
};

/** Somebody who paid, and what the provider stores of them. */
async function somebody() {
  const rows = async (query: string) =>
    ((await bench().read(`/user/transactions?limit=1000&${query}`)) as { transactions: Row[] }).transactions;
  const paid = (await rows('type=DEPOSIT&status=COMPLETED')).find((row) => row.payerDocument !== null);
  if (paid?.payerDocument == null) throw new Error('Nobody paid.');
  return { ...paid, document: paid.payerDocument, rows: await rows(`document=${paid.payerDocument}`) };
}

const refused = (call: Promise<unknown>) => call.catch((error: { code: string; details: object }) => error);

describe('POST /customers/filters', () => {
  test('a document, a payment and its dispute name the same person', async () => {
    const ctx = bench().context();
    const { id, document } = await somebody();
    const { dispute } = (await bench().simulator.control('dispute', { transactionId: id })) as {
      dispute: { id: string };
    };
    for (const body of [{ document }, { transactionId: id }, { disputeId: dispute.id }]) {
      const { f } = await storeCustomer({ ctx, body });
      expect(f).toMatch(/^[\w-]{16}$/);
      expect((await getCustomer({ ctx, id: f, reveal: true })).document).toBe(document);
    }
  });

  test('400 at the field: none, two, an impossible document, a record without one', async () => {
    const ctx = bench().context();
    const { id, document } = await somebody();
    const unpaid = await bench().post('/pix', { amount: 12 });
    for (const [body, field, message] of [
      [{}, 'document', 'required'],
      [{ document, transactionId: id }, 'document', 'only_one'],
      [{ document: '11111111111' }, 'document', 'document_invalid'],
      [{ transactionId: unpaid.id }, 'transactionId', 'no_document'],
    ] as const)
      expect(await refused(storeCustomer({ ctx, body })), message).toMatchObject({
        code: 'invalid_request',
        details: { fields: [{ field, message }] },
      });
  });
});

describe('GET /customers/{f}', () => {
  test('sums and history are of all that the provider holds of the person', async () => {
    const ctx = bench().context();
    const { document, rows } = await somebody();
    const { f } = await storeCustomer({ ctx, body: { document } });
    const { sums, items, parts, complete } = await getCustomer({ ctx, id: f });
    const moved = rows.filter(
      ({ type, status, payerDocument }) =>
        type === 'DEPOSIT' &&
        payerDocument === document &&
        ['COMPLETED', 'REFUNDED', 'WAITING_FOR_REFUND', 'PARTIALLY_REFUNDED'].includes(status),
    );
    const cents = moved.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(sums.paid).toEqual({ count: moved.length, amount: cents });
    expect(parts.map(({ list, read, gap }) => [list, read, gap])).toEqual([
      ['transactions', rows.length, null],
      ['disputes', sums.disputes.count, null],
    ]);
    expect(complete).toBe(true);
    expect(sums.disputes.count).toBeGreaterThan(0);
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(items.filter(({ kind }) => kind === 'payment' || kind === 'withdrawal')).toHaveLength(rows.length);
  });

  test('notes at their disputes stand there, with the dispute', async () => {
    const ctx = bench().context();
    const { id } = await somebody();
    const { f } = await storeCustomer({ ctx, body: { transactionId: id } });
    const [dispute] = (await getCustomer({ ctx, id: f })).items.filter(({ kind }) => kind === 'dispute');
    const disputeId = dispute?.disputeId ?? '';
    await addNote({ ctx, id: disputeId, body: { text: 'Paga sempre pelo financeiro.' } });
    const { notes } = await getCustomer({ ctx, id: f });
    expect(notes).toMatchObject([{ disputeId, text: 'Paga sempre pelo financeiro.', by: { id: 'marina' } }]);
  });

  test('a dispute of their payment is theirs, also where its provider masks the payer', async () => {
    const ctx = bench().context();
    const { id } = await somebody();
    const { f } = await storeCustomer({ ctx, body: { transactionId: id } });
    const before = (await getCustomer({ ctx, id: f })).sums.disputes.count;
    const payer = sql`jsonb_set(${disputes.infraction}, '{payer,document}', '"***.000.000-**"')`;
    await db().update(disputes).set({ infraction: payer }).where(eq(disputes.transactionId, id));
    expect((await getCustomer({ ctx, id: f })).sums.disputes.count).toBe(before);
  });

  test('masked; in clear with reveal, and then it is in the audit', async () => {
    const ctx = bench().context();
    const { document } = await somebody();
    const { f } = await storeCustomer({ ctx, body: { document } });
    const shown = serializeFor(ctx, Customer, await getCustomer({ ctx, id: f }));
    expect(shown.document).toContain('*');
    expect(JSON.stringify(shown)).not.toContain(document);
    const audited = () => db().select().from(auditLog).where(eq(auditLog.target, f));
    expect(await audited()).toEqual([]);
    await getCustomer({ ctx, id: f, reveal: true });
    expect(await audited()).toMatchObject([{ action: 'customer.reveal', operatorId: 'marina' }]);
  });

  test('a viewer sees a shared filter masked, no person’s whole name, and nothing in clear', async () => {
    const { document, payerName } = await somebody();
    const { f } = await storeCustomer({ ctx: bench().context(), body: { document } });
    const viewer = bench().context('davi', {}, ['read']);
    const shown = await getCustomer({ ctx: viewer, id: f });
    expect(shown.document).toContain('*');
    if (document.length === 11) expect(shown.name).not.toBe(payerName);
    expect(await refused(getCustomer({ ctx: viewer, id: f, reveal: true }))).toMatchObject({
      code: 'forbidden',
    });
  });

  test('403 for a viewer where nobody with reveal stored it', async () => {
    const { document } = await somebody();
    const { f } = await storeCustomer({ ctx: bench().context('otto'), body: { document } });
    await db().update(grants).set({ role: 'viewer' }).where(eq(grants.operatorId, 'otto'));
    const viewer = bench().context('davi', {}, ['read']);
    expect(await refused(getCustomer({ ctx: viewer, id: f }))).toMatchObject({ code: 'forbidden' });
    await db().update(grants).set({ role: 'finance' }).where(eq(grants.operatorId, 'otto'));
  });

  test('404: another account’s, one by name, one that never was', async () => {
    const ctx = bench().context();
    const { document, payerName } = await somebody();
    const { f } = await storeCustomer({ ctx, body: { document } });
    const { id: named } = await storeFilter({ ctx, body: { name: payerName ?? 'Ana' } });
    for (const [at, id] of [
      [bench().onHub(), f],
      [ctx, named],
      [ctx, 'no-such-filter'],
    ] as const)
      expect(await refused(getCustomer({ ctx: at, id })), id).toMatchObject({ code: 'not_found' });
  });

  test('a transactions filter by document alone is a person too', async () => {
    const ctx = bench().context();
    const { document } = await somebody();
    const { id } = await storeFilter({ ctx, body: { document } });
    expect((await getCustomer({ ctx, id, reveal: true })).document).toBe(document);
  });
});

describe('of a Hub account', () => {
  /** A paid charge; its customer's document is whole, the payer's masked. */
  async function charged() {
    const ctx = bench().onHub();
    const page = await ctx
      .part('charges')
      .list({ status: ['PAID'] }, { limit: 50, position: null }, ctx.call);
    const charge = page.items.find(({ generatedDocument }) => generatedDocument !== null);
    if (charge === undefined) throw new Error('No charge was paid.');
    return { ctx, charge };
  }

  test('charges, deposits and withdrawals are found in their own lists, and each says how far it was read', async () => {
    const { ctx, charge } = await charged();
    const { f } = await storeCustomer({ ctx, body: { transactionId: charge.id } });
    const { document, parts, items, sums } = await getCustomer({ ctx, id: f, reveal: true });
    expect(document).toBe(charge.generatedDocument);
    expect(parts.map(({ list }) => list)).toEqual([
      'charges',
      'deposits',
      'withdrawals',
      'transfers',
      'disputes',
    ]);
    expect(items.find(({ transactionId }) => transactionId === charge.id)).toMatchObject({
      kind: 'payment',
      amount: charge.amount,
      direction: 'in',
      byOther: false,
    });
    expect(sums.paid.amount).toBeGreaterThanOrEqual(charge.amount ?? 0);
    expect(parts.find(({ list }) => list === 'charges')).toMatchObject({ gap: null });
  });

  test('a list that takes no document is read here, and says where that ends', async () => {
    const { ctx, charge } = await charged();
    const { f } = await storeCustomer({ ctx, body: { transactionId: charge.id } });
    const list = ctx.part('withdrawals').list;
    const [one] = (await list({}, { limit: 1, position: null }, ctx.call)).items;
    if (one === undefined) throw new Error('No withdrawal.');
    const document = charge.generatedDocument;
    const theirs = { ...one, receiver: { ...one.receiver, document } };
    const withoutErased = { ...one, id: 'withdraw:x', receiver: { ...one.receiver, document: null } };
    const reading = async (items: (typeof one)[], next: unknown) => {
      const page = { items, next, total: null, asOf: new Date().toISOString() };
      const port = { ...ctx.port, withdrawals: { ...ctx.part('withdrawals'), list: async () => page } };
      const { parts, items: found, complete } = await getCustomer({ ctx: { ...ctx, port }, id: f });
      const part = parts.find((other) => other.list === 'withdrawals');
      return { ...part, complete, found: found.filter(({ kind }) => kind === 'withdrawal').length };
    };
    expect(await reading([theirs], null)).toMatchObject({ read: 1, gap: null, found: 1 });
    expect(await reading([theirs, withoutErased], null)).toMatchObject({
      gap: 'undocumented',
      untold: 1,
      found: 1,
    });
    const masked = `***.${document?.slice(3, 6)}.${document?.slice(6, 9)}-**`;
    const hidden = { ...one, receiver: { ...one.receiver, document: masked } };
    expect(await reading([hidden], null)).toMatchObject({ gap: 'masked', found: 1, complete: false });
    expect(await reading([theirs], 'more')).toMatchObject({ read: 10, gap: 'limit', complete: false });
    const none = { ...ctx.port, withdrawals: undefined } as unknown as typeof ctx.port;
    expect((await getCustomer({ ctx: { ...ctx, port: none }, id: f })).parts).toContainEqual(
      expect.objectContaining({ list: 'withdrawals', gap: 'unsupported' }),
    );
  });

  test('400 where the service shows the document masked only', async () => {
    const ctx = bench().onHub();
    const { deposit } = (await bench().simulator.control('deposit', { api: 'hub', amount: 4200 })) as {
      deposit: { depositId: string };
    };
    const body = { transactionId: `deposit:${deposit.depositId}` };
    expect(await refused(storeCustomer({ ctx, body }))).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'transactionId', message: 'no_document' }] },
    });
  });
});
