import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { type Ctx, Reply } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { NewCardCharge } from '#lib/card/contract.ts';
import { CARD_KINDS } from '#lib/card/server/card-kinds.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { getConnection } from '#lib/card/server/get-figures.ts';
import { getCardCharge, listCardCharges } from '#lib/card/server/list-card-charges.ts';
import { deactivateRecurrence, getRecurrence, setRecurrenceAmount } from '#lib/card/server/recurrences.ts';
import { reverseCardCharge } from '#lib/card/server/reversal-operation.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { send } from '#lib/operations/server/perform.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_CHANGE_MS = '4000';
withDatabase();

let simulator: TestSimulator;
let account: Account;
const FINANCE: Permission[] = ['read', 'reveal', 'charge', 'refund', 'approve'];
beforeAll(async () => {
  simulator = await startTestSimulator({ transactions: 100 });
  registerOperationKinds(CARD_KINDS);
  const { baseUrl, clientId, clientSecret, clientCert, clientKey, ca, webhookSecret } = simulator.card;
  const [cert, key, authority] = [clientCert, clientKey, ca].map((path) => readFileSync(path, 'utf8'));
  await syncAccounts([
    {
      ...({ slug: 'card', kind: 'card', environment: 'sandbox', simulator: true, baseUrl } as const),
      credentials: {
        ...{ clientId, clientSecret, webhookSecret },
        ...{ clientCert: cert ?? '', clientKey: key ?? '', ca: authority ?? '' },
      },
      settings: { controlUrl: simulator.controlUrl, cardEntry: 'true' },
    },
  ]);
  const found = await accountBySlug('card');
  if (found === null) throw new Error('The account is not there.');
  account = found;
  await db().insert(operators).values(MARINA);
});
afterAll(() => simulator.stop());
beforeEach(() => simulator.control('clear', { all: true }));

const MARINA = { id: 'marina', name: 'Marina Lopes', email: 'marina@guiche.example' };
function context(settings: Record<string, string> = {}): Ctx {
  const changed = { ...account, settings: { ...account.settings, ...settings } };
  return callContext(changed, MARINA, FINANCE, {
    ...{ sessionId: 'test', ...reachFor(portFor(account)) },
    request: { id: randomUUID(), address: null, userAgent: null },
  });
}

/** A card that belongs to nobody; its texts occur nowhere else. */
const MARKED = {
  number: '4929 8751 3304 6610',
  holder: 'ZULMIRA QUEZADA MARCADA',
  expiration: '09/2038',
  cvv: '841',
};
const CARD = { number: '4111111111111111', holder: 'ANA SOUZA', expiration: '07/2031', cvv: '739' };
let made = 0;

function body(over: Partial<NewCardCharge> = {}): NewCardCharge {
  made += 1;
  return {
    amount: 4200,
    externalId: `pedido-t${made}`,
    installments: 1,
    authenticate: false,
    customer: { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@exemplo.com.br' },
    cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2100 }],
    card: CARD,
    ...over,
  };
}

type Answered = {
  status: number;
  operation: string;
  state: string;
  charge?: Record<string, unknown> | undefined;
};
async function answered(reply: Promise<Reply>): Promise<Answered> {
  const answer = await reply;
  if (!(answer instanceof Reply)) throw new Error('no reply');
  const { operation, result } = answer.value as {
    operation: { id: string; state: string };
    result?: { charge?: Record<string, unknown> };
  };
  return { status: answer.status, operation: operation.id, state: operation.state, charge: result?.charge };
}
const create = (over: Partial<NewCardCharge> = {}) =>
  answered(createCardCharge({ ctx: context(), body: body(over) }));
const idOf = ({ charge }: Answered) => String(charge?.id);
async function problem(run: Promise<unknown>): Promise<GuicheError> {
  const thrown = await run.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof GuicheError)) throw new Error(`not refused: ${String(thrown)}`);
  return thrown;
}
const errorsOf = (error: GuicheError) =>
  error.details.fields?.map(({ field, message }) => `${field} ${message}`);
/** How many charges the provider has under a reference. */
async function countAtProvider(externalId: string): Promise<number> {
  const { items } = await listCardCharges({ ctx: context(), query: { limit: 100 } });
  return items.filter((one) => one.externalId === externalId).length;
}

describe('creation', () => {
  it('is off unless the account takes cards', async () => {
    const off = problem(createCardCharge({ ctx: context({ cardEntry: 'false' }), body: body() }));
    expect((await off).code).toBe('not_supported');
    expect(await getConnection({ ctx: context({ cardEntry: '' }) })).toMatchObject({ entry: false });
    expect(await getConnection({ ctx: context() })).toMatchObject({
      entry: true,
      certificate: { daysLeft: expect.any(Number) },
    });
  });

  it('confirms what the provider holds, and says its state', async () => {
    const paid = await create();
    expect(paid).toMatchObject({ status: 201, state: 'confirmed', charge: { statusCode: 2 } });
    const denied = await create({ amount: 4212 });
    expect(denied).toMatchObject({ status: 201, charge: { statusCode: 3, reasonCode: 7 } });
    const { charge } = await getCardCharge({ ctx: context(), id: idOf(paid) });
    expect(charge.customer).toMatchObject({ document: '***.982.247-**', email: 'a***@e***.br' });
    const clear = await getCardCharge({ ctx: context(), id: idOf(paid), reveal: true });
    expect(clear.charge.customer.document).toBe('52998224725');
    const entries = await db().select().from(auditLog);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'card-charge.create.requested',
        'card-charge.create.confirmed',
        'card-charge.reveal',
      ]),
    );
  });

  it.each([
    [{ card: { ...CARD, number: '4111111111111112' } }, 'card.number card_number_invalid'],
    [{ card: { ...CARD, expiration: '01/2020' } }, 'card.expiration card_expired'],
    [{ card: { ...CARD, cvv: '1' } }, 'card.cvv cvv_invalid'],
    [{ card: { ...CARD, holder: ' ' } }, 'card.holder required'],
    [{ externalId: 'x 4111 1111 1111 1111' }, 'card.number card_elsewhere'],
    [{ customer: { name: 'A', document: '1' } }, 'customer.document document_invalid'],
    [{ installments: 2, recurrence: { interval: 'Monthly' } }, 'installments one_with_recurrence'],
    [{ recurrence: { interval: 'Annual', endDate: '2020-01-01' } }, 'recurrence.endDate day_past'],
  ] as [Partial<NewCardCharge>, string][])('refuses %j before anything is sent', async (over, message) => {
    const before = await db().$count(operations);
    const error = await problem(createCardCharge({ ctx: context(), body: body(over) }));
    expect([error.code, errorsOf(error)]).toEqual(['invalid_request', [message]]);
    expect(await db().$count(operations)).toBe(before);
  });

  it('charges an order once, though it may be tried again after a refusal', async () => {
    const externalId = 'pedido-uma-vez';
    expect(await create({ externalId, amount: 4212 })).toMatchObject({ charge: { statusCode: 3 } });
    expect(await create({ externalId })).toMatchObject({ charge: { statusCode: 2 } });
    const error = await problem(create({ externalId }));
    expect([error.code, errorsOf(error)]).toEqual(['already_done', ['externalId taken']]);
    expect(await countAtProvider(externalId)).toBe(2);
  });

  it('pressed ten times at once, charges once', async () => {
    const externalId = 'pedido-dez';
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => create({ externalId })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countAtProvider(externalId)).toBe(1);
  });
});

describe('a lost answer', () => {
  it.each([
    ['after it was applied', true, 'confirmed'],
    ['before it was applied', false, 'unknown'],
  ] as const)('%s: looked for, never sent again', async (_, applied, state) => {
    await simulator.control('fault', {
      api: 'card',
      kind: applied ? 'apply-reset' : 'reset',
      path: '/charges',
    });
    const externalId = `pedido-perdido-${applied}`;
    const lost = await create({ externalId });
    expect(lost).toMatchObject({ status: 202, state: 'unknown' });
    await simulator.control('clear', { all: true });
    const row = await lookUpOperation(lost.operation, { due: false });
    expect(row?.state).toBe(state);
    expect(await countAtProvider(externalId)).toBe(applied ? 1 : 0);
    if (row === null || state !== 'unknown') return;
    const again = await send(CARD_KINDS[0] as never, row, portFor(account));
    expect([again.state, await countAtProvider(externalId)]).toEqual(['unknown', 0]);
  });

  it('a row that a dead process left cannot be sent by anybody', async () => {
    const [kind] = CARD_KINDS;
    expect([kind?.afterCrash, kind?.repeatable, kind?.renewable]).toEqual(['never_sent', false, undefined]);
    const outcome = await kind?.send({
      row: {} as never,
      request: {},
      ...reachFor(portFor(account)),
      change: {} as never,
    });
    expect(outcome).toMatchObject({ kind: 'refused', sent: false });
  });
});

describe('reversal', () => {
  it('gives back a part, then the rest, never more, and never twice', async () => {
    const id = idOf(await create());
    const reverse = (amount?: number) =>
      answered(reverseCardCharge({ ctx: context(), id, body: { amount } }));
    expect(await reverse(1200)).toMatchObject({
      status: 201,
      charge: { refundedAmount: 1200, statusCode: 2 },
    });
    const above = await problem(reverse(3001));
    expect([above.code, errorsOf(above)]).toEqual(['invalid_request', ['amount above_left']]);
    expect(await reverse()).toMatchObject({ charge: { refundedAmount: 4200, statusCode: 10 } });
    expect((await problem(reverse())).code).toBe('already_done');
  });

  it.each(['plain', 'nested', 'sparse'])('unknown, it is judged against before (%s)', async (dialect) => {
    const id = idOf(await create());
    await simulator.control('state', { dialect });
    await simulator.control('fault', { api: 'card', kind: 'apply-reset', method: 'PUT' });
    const lost = await answered(reverseCardCharge({ ctx: context(), id, body: {} }));
    expect(lost).toMatchObject({ status: 202, state: 'unknown' });
    await simulator.control('clear', { all: true });
    const second = await problem(reverseCardCharge({ ctx: context(), id, body: {} }));
    expect(['conflict', 'already_done']).toContain(second.code);
    expect((await lookUpOperation(lost.operation, { due: false }))?.state).toBe('confirmed');
    await simulator.control('state', { dialect: 'plain' });
  });

  it('waits for a second person where the account wants one', async () => {
    const id = idOf(await create());
    const ctx = context({ approvalAbove: '1000' });
    expect(await answered(reverseCardCharge({ ctx, id, body: {} }))).toMatchObject({
      status: 202,
      state: 'awaiting_approval',
    });
    expect((await getCardCharge({ ctx, id })).charge.statusCode).toBe(2);
  });
});

it('changes a recurrence, and finds a lost change again', async () => {
  const { charge } = await create({ recurrence: { interval: 'Monthly' } });
  const id = String(charge?.recurrenceId);
  const changed = await setRecurrenceAmount({ ctx: context(), id, amount: 5100 });
  expect([changed.status, changed.value]).toMatchObject([200, { result: { recurrence: { amount: 5100 } } }]);
  await simulator.control('fault', { api: 'card', kind: 'apply-reset', method: 'PUT' });
  const lost = await answered(deactivateRecurrence({ ctx: context(), id }));
  expect(lost.state).toBe('unknown');
  await simulator.control('clear', { all: true });
  expect((await lookUpOperation(lost.operation, { due: false }))?.state).toBe('confirmed');
  expect((await getRecurrence({ ctx: context(), id })).recurrence.status).toBe('INACTIVE');
});

describe('where only the documented routes are answered', () => {
  const absent = () =>
    simulator.control('fault', {
      ...{
        api: 'card',
        kind: 'status',
        status: 404,
        errorCode: 'ROUTE_NOT_FOUND',
        count: null,
        method: 'GET',
      },
    });

  it('R4: a recurrence gets another amount although nobody tells what it is now', async () => {
    const { charge } = await create({ recurrence: { interval: 'Monthly' } });
    const id = String(charge?.recurrenceId);
    await absent();
    const changed = await answered(setRecurrenceAmount({ ctx: context(), id, amount: 5100 }));
    expect([changed.status, changed.state]).toEqual([200, 'confirmed']);
    await simulator.control('clear', { all: true });
    expect((await getRecurrence({ ctx: context(), id })).recurrence.amount).toBe(5100);
  });

  it('R4: an order whose charge was denied is charged with another card; one that was paid is not', async () => {
    const externalId = `pedido-r4-${randomUUID()}`;
    await absent();
    expect(await create({ externalId, amount: 4212 })).toMatchObject({ charge: { statusCode: 3 } });
    expect(await create({ externalId })).toMatchObject({ charge: { statusCode: 2 } });
    expect((await problem(create({ externalId }))).code).toBe('already_done');
  });

  it('R5: charges made here are listed, read and given back', async () => {
    const [first, second] = [await create(), await create({ amount: 4300 })];
    await absent();
    const list = await listCardCharges({ ctx: context(), query: { limit: 1 } });
    expect(list).toMatchObject({ listed: false, items: [{ id: idOf(second), amount: 4300, statusCode: 2 }] });
    const next = { limit: 1, cursor: list.nextCursor ?? '' };
    expect((await listCardCharges({ ctx: context(), query: next })).items).toMatchObject([
      { id: idOf(first) },
    ]);
    const dear = { ctx: context(), query: { limit: 50, amountFrom: 4250 } };
    expect((await listCardCharges(dear)).items[0]?.id).toBe(idOf(second));
    expect((await getCardCharge({ ctx: context(), id: idOf(first) })).charge.amount).toBe(4200);
    const other = await problem(getCardCharge({ ctx: context(), id: 'somebody-elses' }));
    expect(other.code).toBe('not_supported');
    const back = await answered(
      reverseCardCharge({ ctx: context(), id: idOf(first), body: { amount: 4200 } }),
    );
    expect(back.state).toBe('confirmed');
  });
});

it('pages stand still while new charges arrive', async () => {
  const ctx = context();
  const first = await listCardCharges({ ctx, query: { limit: 20 } });
  await simulator.control('time', { advanceMs: 1000 });
  await create();
  await create();
  const second = await listCardCharges({ ctx, query: { limit: 20, cursor: first.nextCursor ?? '' } });
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect([ids.length, new Set(ids).size, second.total]).toEqual([40, 40, first.total]);
  const other = problem(listCardCharges({ ctx, query: { limit: 21, cursor: first.nextCursor ?? '' } }));
  expect((await other).code).toBe('invalid_request');
});

it('leaves nothing of a card in the database, whatever became of the charge', async () => {
  const written: string[] = [];
  const record = (value: unknown) =>
    written.push(
      JSON.stringify(value, (_, inner: unknown) =>
        inner instanceof GuicheError ? { ...inner, text: inner.message, stack: inner.stack } : inner,
      ),
    );
  for (const amount of [4200, 4212, 4213, 4217])
    record(await create({ amount, card: MARKED, externalId: `marcado-${amount}` }));
  for (const kind of ['reset', 'apply-reset', 'status', 'error-200', 'html'] as const) {
    await simulator.control('fault', { api: 'card', kind, path: '/charges', status: 500 });
    record(await create({ card: MARKED, externalId: `marcado-${kind}` }).catch((error: unknown) => error));
    await simulator.control('clear', { all: true });
  }
  await simulator.control('fault', {
    ...({ api: 'card', kind: 'status', path: '/charges', status: 422 } as const),
    message: `cartão ${MARKED.number} de ${MARKED.holder} (${MARKED.expiration}, ${MARKED.cvv}) recusado`,
  });
  record(await create({ card: MARKED, externalId: 'marcado-eco' }).catch((error: unknown) => error));
  expect(written.join()).toContain('recusado');
  const tables = (await db().execute(
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )) as { rows: { table_name: string }[] };
  for (const { table_name } of tables.rows) {
    const query = sql.raw(`select to_jsonb(t)::text as row from "${table_name}" t`);
    const { rows } = (await db().execute(query)) as { rows: { row: string }[] };
    written.push(...rows.map(({ row }) => row));
  }
  expect(written.length).toBeGreaterThan(20);
  const plain = MARKED.number.replaceAll(' ', '');
  for (const secret of [plain, MARKED.number, plain.slice(-6), MARKED.holder, MARKED.expiration, '09/38'])
    expect(written.filter((text) => text.includes(secret))).toEqual([]);
  const sealed = await db().select().from(operations).where(eq(operations.kind, 'card-charge.create'));
  const { openRequest } = await import('#lib/operations/server/kind.ts');
  for (const row of sealed) expect(openRequest(row)).toEqual({ externalId: row.clientReference });
});

it('D: a postback address of one’s own is sent and comes back; one of no form is refused before anything is', async () => {
  const postbackUrl = 'https://loja.example/avisos-cartao';
  const { charge } = await create({ postbackUrl });
  expect(charge?.postbackUrl).toBe(postbackUrl);
  const error = await problem(createCardCharge({ ctx: context(), body: body({ postbackUrl: 'loja' }) }));
  expect(error.code).toBe('invalid_request');
  expect(errorsOf(error)).toEqual(['postbackUrl url_invalid']);
});
