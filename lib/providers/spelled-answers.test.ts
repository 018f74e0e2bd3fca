import { describe, expect, test } from 'vitest';
import { CHARGE_MUST, toCharge } from '#lib/providers/card/map.ts';
import { asCharge } from '#lib/providers/card/wire.ts';
import { numbered } from '#lib/providers/client/lists.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import { readInfractions, toInfraction } from '#lib/providers/pix/disputes.ts';
import { TRANSACTION_MUST, toTransaction } from '#lib/providers/pix/map.ts';
import { DEPOSIT_MUST, readDeposits, toPendingDeposit } from '#lib/providers/pix/pending-deposits.ts';
import { PIX_STATEMENT, readStatement } from '#lib/providers/pix/statement.ts';
import { readTransactions } from '#lib/providers/pix/wire.ts';
import type { Unread } from '#lib/providers/records.ts';
import { INFRACTION_MUST } from '#lib/providers/shared-readers.ts';
import { LINE_MUST, toLines } from '#lib/providers/statement-lines.ts';
import { DISPUTE_TRUTHS } from '#lib/providers/testing/dispute-truths.ts';
import { type Random, randomBy, rowIn, SEEDS, type Style, styleBy } from '#lib/providers/testing/spelled.ts';
import { listOf } from '#lib/providers/unwrap.ts';
import { counterpartOf, directionOf, isDirectionUnknown } from '#lib/transactions/rules.ts';

/** Generated spellings, by seed: what was sent is read, or named as unread; nothing is wrong in silence. */

const PAGE = { page: 1, limit: 100 };
const at = (index: number) => new Date(Date.UTC(2026, 9, 20, 12) - index * 60_000).toISOString();

type Truth = { way: 'in' | 'out'; cents: number; id: string; at: string };
function truthsBy(seed: number): Truth[] {
  const random = randomBy(seed * 7 + 1);
  return Array.from({ length: 6 }, (_, index) => ({
    way: index === 0 ? 'out' : index === 1 ? 'in' : random.pick(['in', 'out'] as const),
    cents: 100 + Math.floor(random.next() * 900_000),
    id: `r${seed}-${index}`,
    at: at(index),
  }));
}

/** How a service states the direction of money; `none`: it does not. */
const SIGN_SOURCES = ['word', 'type', 'kind', 'sign', 'balances', 'net', 'none'] as const;
/** What documents 1 and 2 call so goes in that direction. */
const KINDS = [
  ['DEPOSIT', 'WITHDRAW'],
  ['PIX_DEPOSIT', 'PIX_WITHDRAW'],
  ['deposit', 'withdraw'],
] as const;
const WORDS = [
  ['INCREMENT', 'DECREMENT'],
  ['CREDIT', 'DEBIT'],
  ['credit', 'debit'],
  ['C', 'D'],
  ['IN', 'OUT'],
  ['ENTRADA', 'SAIDA'],
  ['RECEIVED', 'SENT'],
] as const;

type Sent = ReturnType<typeof lineBy>;

function lineBy(
  seed: number,
  style: Style,
  { way, cents, id, at }: Truth,
  toWire: (cents: number) => number,
) {
  const random = randomBy(seed * 13 + 5);
  const by = random.pick(SIGN_SOURCES);
  const names = random.pick(WORDS);
  const word = way === 'in' ? names[0] : names[1];
  const kind = random.pick(KINDS)[way === 'in' ? 0 : 1];
  const signed = way === 'in' ? cents : -cents;
  const before = 5_000_000;
  const name = random.pick(['amount', 'value', 'amountValue']);
  const sum = by === 'sign' ? signed : cents;
  const amount = random.chance(0.2) ? { value: toWire(sum), currency: 'BRL' } : toWire(sum);
  const hasId = !random.chance(0.15);
  const dated = random.chance(0.85);
  const fields = {
    [style.prefixed ? 'lineId' : random.pick(['id', 'entryId', 'uuid'])]: hasId ? id : undefined,
    ...(by === 'net' ? { netAmount: toWire(cents) } : { [name]: amount }),
    ...(by === 'word' || by === 'net'
      ? { [random.pick(['direction', 'operation', 'nature', 'creditDebit', 'side', 'flow'])]: word }
      : {}),
    ...(by === 'type' ? { [random.pick(['type', 'kind', 'entryType'])]: word } : {}),
    ...(by === 'balances'
      ? {
          [random.pick(['balanceBefore', 'previousBalance'])]: toWire(before),
          balanceAfter: toWire(before + signed),
        }
      : {}),
    ...(by === 'kind' ? { [random.pick(['type', 'kind', 'reason', 'trigger'])]: kind } : {}),
    ...(by !== 'kind' && random.chance(0.5) ? { reason: 'ADJUSTMENT' } : {}),
    ...(random.chance(0.3)
      ? { [random.pick(['lote', 'branchOffice', 'x9'])]: random.pick([1, 'a', null, []]) }
      : {}),
    ...(random.chance(0.5) ? { description: 'linha' } : {}),
    ...(dated
      ? {
          [random.pick(['createdAt', 'date', 'postedAt', 'occurredAt', 'registeredAt', 'registrationDate'])]:
            at,
        }
      : {}),
    ...(random.chance(0.3) ? { counterparty: { name: 'Ana', document: '52998224725' } } : {}),
  };
  return { by, hasId, dated, row: rowIn(style, 'line', fields) };
}

/**
 * Every row is there under its own id, with its sign where the service stated it; what a row lacks is named.
 */
function matchPage(
  { items, unread }: { items: readonly StatementLine[]; unread?: Unread | undefined },
  truths: readonly Truth[],
  sent: readonly Sent[],
  context: string,
) {
  const lacking = (index: number) => [
    ...(sent[index]?.by === 'none' ? ['direction'] : []),
    ...(sent[index]?.hasId ? [] : ['id']),
    ...(sent[index]?.dated ? [] : ['date']),
  ];
  expect(items, context).toHaveLength(truths.length);
  expect(new Set(items.map(({ id }) => id)).size, context).toBe(truths.length);
  for (const [index, { id, cents, way, at }] of truths.entries()) {
    const isUnknown = sent[index]?.by === 'none';
    expect(items[index], context).toMatchObject({
      id: sent[index]?.hasId ? id : expect.stringMatching(/^no-id-/),
      amount: isUnknown ? null : way === 'in' ? cents : -cents,
      postedAt: sent[index]?.dated ? at : null,
      ...(isUnknown ? { amountUnsigned: cents, directionDoubt: 'untold' } : {}),
    });
    expect(items[index]?.directionDoubt !== undefined, context).toBe(isUnknown);
  }
  const named = truths.map((_, index) => lacking(index)).filter((fields) => fields.length > 0);
  const fields = [...new Set(named.flat())].sort();
  expect(unread, context).toEqual(named.length === 0 ? undefined : { rows: named.length, fields });
}

describe('R1 R2: statement lines of document 1', () => {
  test.each(SEEDS)('seed %i: every row, every sign', (seed) => {
    const style = styleBy(randomBy(seed));
    const truths = truthsBy(seed);
    const lines = truths.map((truth) => lineBy(seed, style, truth, (cents) => cents / 100));
    const json = style.envelope(
      lines.map(({ row }) => row),
      ['bankStatements', 'lancamentos'],
    );
    const read = readStatement(json);
    const { lines: read2 } = toLines(read.rows, PIX_STATEMENT);
    const page = numbered(read2, read, PAGE, 'now', LINE_MUST);
    matchPage(page, truths, lines, JSON.stringify(json).slice(0, 600));
  });
});

describe('R1 R2: statement lines of document 2', () => {
  test.each(SEEDS)('seed %i: every row, every sign', async (seed) => {
    const style = styleBy(randomBy(seed + 1000));
    const truths = truthsBy(seed + 1000);
    const lines = truths.map((truth) => lineBy(seed + 1000, style, truth, (cents) => cents));
    const json = style.envelope(
      lines.map(({ row }) => row),
      ['entries', 'statement_lines'],
    );
    const { port } = hubOver([ok(json)]);
    const page = await port.statement.list({}, { limit: 100, position: null }, {});
    matchPage(page, truths, lines, JSON.stringify(json).slice(0, 600));
  });
});

/** Types that no document has, by meaning; where one means both directions, another field states which. */
const TYPES = {
  in: ['DEPOSIT', 'deposit', 'CASH_IN', 'cashIn', 'pix-deposit', 'CREDIT', 'IN', 'PIX_RECEIVED', 'ENTRADA'],
  out: [
    'WITHDRAW',
    'withdraw',
    'WITHDRAWAL',
    'CASH_OUT',
    'payout',
    'DEBIT',
    'OUT',
    'pixSent',
    'SAIDA',
    'Saque',
  ],
} as const;
const TYPES_OF_BOTH = ['PIX', 'transfer', undefined] as const;
const UNKNOWN_TYPES = ['PIX', 'QWERTY', 'REFUND', undefined] as const;

/** How a service states what a transaction is; `type` null: nothing states it. */
function typedBy(random: Random, way: 'in' | 'out') {
  const by = random.pick(['type', 'type', 'word', 'none']);
  const names = random.pick(WORDS);
  if (by === 'type') return { type: random.pick(TYPES[way]), isStated: true };
  if (by === 'none') return { type: random.pick(UNKNOWN_TYPES), isStated: false };
  const word = way === 'in' ? names[0] : names[1];
  return { type: random.pick(TYPES_OF_BOTH), isStated: true, more: { direction: word } };
}

describe('R1 R7: other lists', () => {
  test.each(SEEDS)('seed %i: transactions', (seed) => {
    const random = randomBy(seed + 2000);
    const style = styleBy(random);
    const truths = truthsBy(seed + 2000);
    const nested = random.chance(0.5);
    const typed = truths.map(({ way }) => typedBy(random, way));
    const rows = truths.map(({ id, cents, at }, index) =>
      rowIn(style, 'transaction', {
        [random.pick(['type', 'kind', 'operationType'])]: typed[index]?.type,
        ...typed[index]?.more,
        [random.pick(['receiver', 'beneficiary'])]: { name: 'Bia' },
        [style.prefixed ? random.pick(['transactionId', 'txId', 'paymentId']) : 'id']:
          index === 3 ? undefined : id,
        [style.prefixed ? 'transactionAmount' : random.pick(['amount', 'value'])]: cents / 100,
        [random.pick(['status', 'state', 'transactionStatus'])]: 'COMPLETED',
        [random.pick(['createdAt', 'creationDate', 'created', 'date'])]: at,
        ...(nested
          ? {
              [random.pick(['payer', 'sender', 'debtor'])]: {
                name: 'Ana',
                taxId: '52998224725',
                bank: { name: 'Banco', ispb: '00000000' },
                account: { number: 1234567 },
              },
            }
          : {
              payerName: 'Ana',
              payerDocument: '52998224725',
              payerInstitutionName: 'Banco',
              payerAccountNumber: '1234567',
            }),
      }),
    );
    const json = style.envelope(rows, ['transactions', 'lista']);
    const read = readTransactions(json);
    const page = numbered(
      read.rows.map(toTransaction),
      { ...read, more: null },
      PAGE,
      'now',
      TRANSACTION_MUST,
    );
    expect(page.items).toHaveLength(truths.length);
    for (const [index, item] of page.items.entries()) {
      const isStated = typed[index]?.isStated === true;
      const out = truths[index]?.way === 'out';
      const context = JSON.stringify(rows[index]);
      expect(directionOf(item), context).toBe(isStated ? truths[index]?.way : 'still');
      expect(isDirectionUnknown(item), context).toBe(!isStated);
      expect(counterpartOf(item), context).toMatchObject(
        isStated ? { name: out ? 'Bia' : 'Ana' } : { name: null, absent: 'untold' },
      );
      if (isStated) expect(item.type, context).toBe(out ? 'WITHDRAW' : 'DEPOSIT');
      else expect(item.type, context).toBe(typed[index]?.type ?? null);
      expect(item, context).toMatchObject({
        id: index === 3 ? expect.stringMatching(/^no-id-/) : truths[index]?.id,
        ...{ amount: truths[index]?.cents, status: 'COMPLETED', createdAt: truths[index]?.at },
        payer: { name: 'Ana', document: '52998224725', institutionName: 'Banco', accountNumber: '1234567' },
      });
    }
    const lacking = typed.filter(({ isStated }, index) => !isStated || index === 3).length;
    expect(page.unread).toEqual({
      rows: lacking,
      fields: typed.every(({ isStated }) => isStated) ? ['id'] : ['direction', 'id'],
    });
  });

  test.each(SEEDS)('seed %i: deposits that wait', (seed) => {
    const random = randomBy(seed + 3000);
    const style = styleBy(random);
    const rows = truthsBy(seed + 3000).map(({ id, cents, at }, index) =>
      rowIn(style, 'deposit', {
        [style.prefixed ? 'depositId' : random.pick(['id', 'uuid'])]: index === 2 ? undefined : id,
        [style.prefixed ? 'depositAmount' : random.pick(['amount', 'value'])]:
          index === 4 ? undefined : cents / 100,
        [random.pick(['status', 'situation'])]: 'PENDING',
        [random.pick(['receivedAt', 'createdAt', 'timestamp'])]: at,
        [random.pick(['payer', 'sender', 'from'])]: { [random.pick(['name', 'fullName'])]: 'Ana' },
      }),
    );
    const read = readDeposits(style.envelope(rows, ['data', 'emEspera']));
    const page = numbered(read.rows.map(toPendingDeposit), read, PAGE, 'now', DEPOSIT_MUST);
    expect(page.items).toHaveLength(6);
    expect(page.items.map(({ payer }) => payer.name)).toEqual(Array(6).fill('Ana'));
    expect(page.items.map(({ amount }) => amount)).toEqual(
      truthsBy(seed + 3000).map(({ cents }, index) => (index === 4 ? null : cents)),
    );
    expect(page.unread).toEqual({ rows: 2, fields: ['amount', 'id'] });
  });

  test.each(SEEDS)('seed %i: disputes', (seed) => {
    const random = randomBy(seed + 4000);
    const style = styleBy(random);
    const truths = DISPUTE_TRUTHS(random, seed);
    const rows = truths.map(({ fields }) => rowIn(style, 'dispute', fields));
    const read = readInfractions(style.envelope(rows, ['infractions', 'casos']));
    const page = numbered(read.rows.map(toInfraction), read, PAGE, 'now', INFRACTION_MUST);
    expect(page.items.map(({ id }) => id)).toEqual(
      truths.map(({ id }) => id ?? expect.stringMatching(/^no-id-/)),
    );
    for (const [index, item] of page.items.entries())
      expect(item, JSON.stringify(rows[index])).toMatchObject(truths[index]?.read ?? {});
  });

  test.each(SEEDS)('seed %i: card charges', (seed) => {
    const random = randomBy(seed + 5000);
    const style = styleBy(random);
    const truths = truthsBy(seed + 5000);
    const lacks = truths.map((_, index) =>
      index === 1 ? 'id' : random.pick(['amount', 'status', 'createdAt', null, null, null]),
    );
    const rows = truths.map(({ id, cents, at }, index) =>
      rowIn(style, 'charge', {
        [style.prefixed ? 'chargeId' : 'id']: lacks[index] === 'id' ? undefined : id,
        ...(lacks[index] === 'amount'
          ? {}
          : random.chance(0.5)
            ? { [random.pick(['amount', 'totalAmount', 'value'])]: cents }
            : { amount: { value: cents, currency: 'BRL' } }),
        [random.pick(['creditCardPayment', 'payment', 'cardPayment'])]: {
          ...(lacks[index] === 'status' ? {} : { status: 2 }),
          reasonCode: 0,
        },
        [random.pick(['createdAt', 'created', 'date'])]: lacks[index] === 'createdAt' ? undefined : at,
      }),
    );
    const read = listOf(style.envelope(rows, ['charges', 'vendas']), ['charges']);
    const charges = read.rows.map((row) => toCharge(asCharge(row)));
    const page = numbered(charges, read, PAGE, 'now', CHARGE_MUST);
    expect(page.items.map(({ amount, statusCode, createdAt }) => [amount, statusCode, createdAt])).toEqual(
      truths.map(({ cents, at }, index) => [
        ...[lacks[index] === 'amount' ? null : cents, lacks[index] === 'status' ? null : 2],
        lacks[index] === 'createdAt' ? null : at,
      ]),
    );
    // The page counts unread rows and names their fields.
    const named = lacks.flatMap((name) => (name === null ? [] : [name === 'createdAt' ? 'date' : name]));
    expect(page.unread, JSON.stringify(rows)).toEqual({
      ...{ rows: named.length, fields: [...new Set(named)].sort() },
    });
  });
});
