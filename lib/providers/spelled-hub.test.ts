import { describe, expect, test } from 'vitest';
import { isDirectionUnknown, otherSide, paymentDirection } from '#lib/payments/rules.ts';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Page } from '#lib/providers/port.ts';
import {
  type Json,
  type Random,
  randomBy,
  rowIn,
  SEEDS,
  type Style,
  singleBy,
  styleBy,
} from '#lib/providers/testing/spelled.ts';

/**
 * Done-point 4, the Hub's money: what making a charge, a withdrawal, a transfer or a refund answers, and what looking
 * it up answers, in generated spellings. All that was sent is read, or shown as it came.
 */

const MADE = '2026-10-05T10:00:00.000Z';
const PAID = '2026-10-05T10:02:00.000Z';
const E2E = 'E00000000202610051000abcdefghijk';

type Spelled = { fields: Json; read: object };

const sum = (random: Random) => 100 + Math.floor(random.next() * 900_000);
/** A text that may be missing, sent under one of its names. */
const maybe = <T>(random: Random, names: readonly string[], value: T) =>
  random.chance(0.75) ? { fields: { [random.pick(names)]: value }, value } : { fields: {}, value: null };

function personBy(random: Random, places: readonly string[]) {
  const place = random.pick(places);
  const name = random.pick(['name', 'fullName', 'legalName']);
  const document = random.pick(['document', 'taxId', 'documentNumber', 'cpfCnpj']);
  const flat = random.chance(0.3);
  const of = (word: string) => `${place}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return flat
    ? { [of(name)]: 'Ana Souza', [of(document)]: '***982247**' }
    : { [place]: { [name]: 'Ana Souza', [document]: '***982247**' } };
}
const ANA = { name: 'Ana Souza', document: '***982247**' };

/** Fields of every Hub payment, under this service's names. */
function commonBy(random: Random, style: Style, own: string, id: string) {
  const amount = sum(random);
  const fee = random.pick([0, 90, 200]);
  const wrapped = random.chance(0.2);
  const name = style.prefixed
    ? `${own}Amount`
    : random.pick(['amount', 'value', 'amountInCents', 'amountCents']);
  const reference = maybe(
    random,
    ['externalRef', 'externalReference', 'clientReference', 'externalId'],
    'o-77',
  );
  const note = maybe(random, ['comment', 'description', 'message', 'note'], 'pedido 77');
  const e2e = maybe(random, ['endToEndId', 'e2e', 'e2eId', 'endToEnd'], E2E);
  const fields = {
    [style.prefixed ? `${own}Id` : random.pick(ids)]: id,
    // Document 2: the id that webhooks use may be another one.
    ...(!style.prefixed && random.chance(0.3) ? { [`${own}Id`]: `hook-${id}` } : {}),
    [name]: wrapped ? { value: amount, currency: 'BRL' } : amount,
    [random.pick(['serviceFee', 'fee', 'feeAmount', 'tariff'])]: fee,
    [style.prefixed ? `${own}Status` : random.pick(['status', 'state', 'situation'])]: 'CREATED',
    [random.pick(['createdAt', 'created', 'creationDate', 'requestedAt'])]: MADE,
    ...reference.fields,
    ...note.fields,
    ...e2e.fields,
  };
  const read = {
    ...{ amount, fee, status: 'CREATED', createdAt: MADE, clientReference: reference.value },
    ...{ description: note.value, endToEndId: e2e.value },
  };
  return { fields, read, amount, fee };
}

function chargeBy(random: Random, style: Style): Spelled {
  const { fields, read, amount, fee } = commonBy(random, style, 'charge', 'c1');
  const code = random.pick(['qrCodeText', 'brCode', 'emv', 'copyPaste', 'pixCopyPaste']);
  const text = '00020126pix';
  const where = random.pick(['pix', 'qrCode', '']);
  return {
    fields: {
      ...fields,
      ...(where === '' ? { [code]: text } : { [where]: { [where === 'qrCode' ? 'text' : code]: text } }),
      [random.pick(['netAmount', 'amountNet', 'net'])]: amount - fee,
      ...personBy(random, ['customer', 'buyer']),
    },
    read: {
      ...{ ...read, id: 'payment:c1', type: 'PAYMENT', qrCodeText: text, netAmount: amount - fee },
      ...{ generatedName: ANA.name, generatedDocument: ANA.document },
    },
  };
}

function withdrawalBy(random: Random, style: Style): Spelled {
  const { fields, read, amount, fee } = commonBy(random, style, 'withdraw', 'w1');
  const key = maybe(random, ['pixKey', 'destinationKey', 'addressingKey'], 'a***@b.example');
  const nested = random.chance(0.3);
  const to = random.pick(['receiver', 'recipient', 'beneficiary', 'destination']);
  return {
    fields: {
      ...fields,
      [random.pick(['totalDebited', 'total', 'totalAmount'])]: amount + fee,
      ...(nested
        ? { [to]: { owner: { name: ANA.name, taxId: ANA.document }, key: 'a***@b.example' } }
        : { ...personBy(random, [to]), ...key.fields }),
      ...(random.chance(0.5) ? { [random.pick(['operation', 'type', 'kind'])]: 'EXTERNAL_PAYMENT' } : {}),
    },
    read: {
      ...{ ...read, id: 'withdraw:w1', totalDebited: amount + fee, receiver: ANA },
      withdrawPixKey: nested ? 'a***@b.example' : key.value,
    },
  };
}

const DIRECTIONS: Record<'in' | 'out' | 'untold', readonly string[]> = {
  out: ['SENT', 'OUT', 'DEBIT', 'OUTGOING', 'D', '-', 'SAIDA', 'CASH_OUT', 'saída'],
  in: ['RECEIVED', 'IN', 'CREDIT', 'INCOMING', 'C', 'CR', '+', 'ENTRADA', 'CASH_IN', 'money_in'],
  untold: ['SIDEWAYS', 'INDETERMINATE', 'INTERNAL', 'CREDITOR'],
};
const transferBy = (random: Random, style: Style) => transferDirectionBy('out', random, style);

function transferDirectionBy(direction: keyof typeof DIRECTIONS, random: Random, style: Style): Spelled {
  const { fields, read } = commonBy(random, style, 'transfer', 't1');
  const word = direction === 'untold' && random.chance(0.4) ? undefined : random.pick(DIRECTIONS[direction]);
  const side = { in: 'payer', out: 'receiver', untold: 'counterparty' }[direction];
  // Only the account of neither side has a place of its own; a named side is that side's.
  const place =
    direction === 'out' ? ['counterparty', 'receiver', 'otherParty'] : ['counterparty', 'otherParty'];
  return {
    fields: {
      ...fields,
      ...(word === undefined ? {} : { [random.pick(['direction', 'side', 'flow'])]: word }),
      ...personBy(random, place),
    },
    read: { ...read, id: 'transfer:t1', type: 'INTERNAL_TRANSFER', way: direction, [side]: ANA },
  };
}

describe('R2: a transfer’s sign is right or absent', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 90_000);
    const style = { ...styleBy(random), prefixed: false };
    const directions = ['in', 'out', 'untold'] as const;
    const sent = directions.map((direction) => transferDirectionBy(direction, random, style));
    const rows = sent.map(({ fields }, at) => {
      const own = Object.keys(fields).find((name) => ids.includes(name)) as string;
      return rowIn(style, 'transfer', { ...fields, [own]: `t${at}`, ...paidIn(fields) });
    });
    const answer = style.envelope(rows, ['transfers', 'movimentos']);
    const { items } = await hubOver([ok(answer)]).port.transfers.list({}, FIRST, {});
    for (const [at, direction] of directions.entries()) {
      const item = items[at] as Payment;
      const context = JSON.stringify(rows[at]);
      expect(item.way, context).toBe(direction);
      expect(paymentDirection(item, 'transfers'), context).toBe(direction === 'untold' ? 'still' : direction);
      expect(isDirectionUnknown(item, 'transfers'), context).toBe(direction === 'untold');
      expect(otherSide(item, 'transfers'), context).toMatchObject(ANA);
    }
  });

  test('what was made here went out, whatever its answer tells', async () => {
    const hub = hubOver([ok({ id: 't1', amount: 1, status: 'COMPLETED' })]);
    const made = await hub.port.transfers.create({ ...SENT, receiver: 'a@b.example' }, hub.change);
    expect(made).toMatchObject({ kind: 'done', value: { way: 'out' } });
  });
});

/** The same row, paid: only money that moved has a sign. */
const paidIn = (fields: Json): Json => {
  const state = Object.keys(fields).find((name) => /^(?:status|state|situation)$/.test(name)) as string;
  return { [state]: 'COMPLETED' };
};

type Money = {
  own: string;
  names: readonly string[];
  by: typeof chargeBy;
  make: (hub: ReturnType<typeof hubOver>) => Promise<unknown>;
  find: (hub: ReturnType<typeof hubOver>, by: object) => Promise<unknown>;
  list: (hub: ReturnType<typeof hubOver>) => Promise<Page<Payment>>;
};
const ids = ['id', 'uuid', 'identifier'];
const sums = ['amount', 'value', 'amountInCents', 'amountCents'];
const hookOf = (read: object) => `hook-${(read as { id: string }).id.split(':')[1]}`;
const FIRST = { limit: 50, position: null };
const SENT = { amount: 1, clientReference: 'o-77' };
const PAYER = { name: 'Ana Souza', document: '52998224725' };
const MONEY: Record<string, Money> = {
  charge: {
    own: 'charge',
    names: ['charges', 'cobrancas'],
    by: chargeBy,
    make: ({ port, change }) => port.charges.create({ ...SENT, payer: PAYER }, change),
    find: ({ port }, by) => port.charges.find(by, {}),
    list: ({ port }) => port.charges.list({}, FIRST, {}),
  },
  'withdrawal to a key': {
    own: 'withdraw',
    names: ['withdrawals', 'saques'],
    by: withdrawalBy,
    make: ({ port, change }) =>
      port.withdrawals.toKey({ ...SENT, pixKey: 'a@b.example', pixKeyType: 'email' }, change),
    find: ({ port }, by) => port.withdrawals.find(by, {}),
    list: ({ port }) => port.withdrawals.list({}, FIRST, {}),
  },
  'withdrawal by a code': {
    own: 'withdrawal',
    names: ['payouts', 'data'],
    by: withdrawalBy,
    make: ({ port, change }) => port.withdrawals.toCode({ ...SENT, code: '000201' }, change),
    find: ({ port }, by) => port.withdrawals.find(by, {}),
    list: ({ port }) => port.withdrawals.list({}, FIRST, {}),
  },
  transfer: {
    own: 'transfer',
    names: ['transfers', 'movimentos'],
    by: transferBy,
    make: ({ port, change }) => port.transfers.create({ ...SENT, receiver: 'a@b.example' }, change),
    find: ({ port }, by) => port.transfers.find(by, {}),
    list: ({ port }) => port.transfers.list({}, FIRST, {}),
  },
};

describe.each(Object.entries(MONEY))('R7: a %s', (_, { own, names, by, make, find }) => {
  test.each(SEEDS)('seed %i: made, found by its id, found in the list', async (seed) => {
    const random = randomBy(seed + 50_000 + own.length * 1_000);
    const style = styleBy(random);
    const { fields, read } = by(random, style);
    const row = rowIn(style, own, fields);
    const one = singleBy(random)(row, own);
    const context = JSON.stringify(one);
    const made = await make(hubOver([ok(one)]));
    expect(made, context).toMatchObject({ kind: 'done', value: read });
    const [, id] = (read as { id: string }).id.split(':');
    expect(await find(hubOver([ok(one)]), { id }), context).toMatchObject(read);
    const list = style.envelope([row], names);
    const { clientReference, endToEndId } = read as {
      clientReference: string | null;
      endToEndId: string | null;
    };
    for (const reference of [{ clientReference }, { endToEndId }]) {
      if (Object.values(reference)[0] === null) continue;
      const found = await find(hubOver([ok(list)]), reference);
      expect(found, JSON.stringify(list)).toMatchObject(read);
    }
  });
});

describe.each(Object.entries(MONEY))('R1: a list with a %s', (_, { own, names, by, list }) => {
  test.each(SEEDS)('seed %i: every row under its id; what rows lack is counted and named', async (seed) => {
    const random = randomBy(seed + 70_000 + own.length * 1_000);
    const style = { ...styleBy(random), prefixed: false };
    const sent = Array.from({ length: 5 }, (_, index) => {
      const { fields, read } = by(random, style);
      const lacks = random.pick(['id', 'amount', 'createdAt', null]);
      const shown = Object.entries(fields).filter(([name, value]) => {
        if (value === hookOf(read)) return false;
        if (lacks === 'id') return !ids.includes(name);
        if (lacks === 'amount') return !sums.includes(name);
        return lacks !== 'createdAt' || value !== MADE;
      });
      const named = shown.map(([name, value]) => [name, ids.includes(name) ? `i${index}` : value] as const);
      return { lacks, read, row: rowIn(style, own, Object.fromEntries(named)) };
    });
    const strange = random.pick([[], ['what is no row', 7]]);
    const answer = style.envelope(
      [...sent.map(({ row }) => row), ...(strange as unknown[] as Json[])],
      names,
    );
    const context = JSON.stringify(answer);
    const { items, unread } = await list(hubOver([ok(answer)]));
    expect(items, context).toHaveLength(sent.length);
    expect(new Set(items.map(({ id }) => id)).size, context).toBe(sent.length);
    for (const [index, { lacks, read }] of sent.entries()) {
      const [kind] = (read as { id: string }).id.split(':');
      const id = lacks === 'id' ? expect.stringMatching(`^${kind}:no-id-`) : `${kind}:i${index}`;
      expect(items[index], context).toMatchObject({
        ...{ ...read, id },
        ...(lacks === 'amount' || lacks === 'createdAt' ? { [lacks]: null } : {}),
      });
    }
    const lacking = sent
      .flatMap(({ lacks }) => lacks ?? [])
      .map((name) => (name === 'createdAt' ? 'date' : name));
    const rows = lacking.length + strange.length;
    const fields = [...new Set([...lacking, ...(strange.length > 0 ? ['row'] : [])])].sort();
    expect(unread, context).toEqual(rows === 0 ? undefined : { rows, fields });
  });
});

/** How the answer to a refund may be made up: document 2 shows none for a charge. */
const ANSWERS = ['the payment', 'both', 'the refund', 'the refund, of a payment'] as const;

describe('R7: a refund', () => {
  test.each(SEEDS)('seed %i: made, and what is left is read', async (seed) => {
    const random = randomBy(seed + 60_000);
    const style = styleBy(random);
    const amount = 10_000;
    const gone = sum(random) % 5_000;
    const refundAmount = 1_000;
    const refund = {
      [random.pick(['refundId', 'id', 'uuid'])]: 'r1',
      [random.pick(['amount', 'value', 'refundAmount'])]: refundAmount,
      [random.pick(['status', 'state', 'refundStatus'])]: 'PENDING',
      [random.pick(['createdAt', 'requestedAt', 'created'])]: PAID,
    };
    const older = {
      ...refund,
      [Object.keys(refund)[0] as string]: 'r0',
      [Object.keys(refund)[3] as string]: MADE,
    };
    const payment = {
      [style.prefixed ? 'paymentId' : 'id']: 'c1',
      [style.prefixed ? 'paymentAmount' : random.pick(['amount', 'value'])]: amount,
      [random.pick(['status', 'state'])]: 'PAID',
      [random.pick(['refundedAmount', 'amountRefunded', 'totalRefunded'])]: gone,
      [random.pick(['refundInProgressAmount', 'refundingAmount', 'amountRefundInProgress'])]: refundAmount,
      [random.pick(['refundableAmount', 'availableToRefund', 'amountRefundable'])]:
        amount - gone - refundAmount,
      [random.pick(['openInfractionProtocol', 'infractionProtocol'])]: 'prot-1',
      [random.pick(['refunds', 'refundList', 'refundHistory'])]: [older, refund],
    };
    const state = {
      ...{
        refunded: gone,
        inProgress: refundAmount,
        refundable: amount - gone - refundAmount,
        openDispute: 'prot-1',
      },
      status: 'PENDING',
      refunds: [
        { id: 'r1', amount: refundAmount, status: 'PENDING', createdAt: PAID },
        { id: 'r0', amount: refundAmount, createdAt: MADE },
      ],
    };
    const whole = rowIn({ ...style, nesting: 'flat' }, 'payment', payment);
    const part = rowIn({ ...style, nesting: 'flat' }, 'refund', refund);
    const lookUpAnswer = singleBy(random)(rowIn(style, 'payment', payment), 'payment');
    const by = random.pick(ANSWERS);
    const answer =
      by === 'the payment'
        ? singleBy(random)(rowIn(style, 'payment', payment), 'payment')
        : by === 'both'
          ? { data: { refund: part, payment: whole } }
          : singleBy(random)(by === 'the refund' ? part : { ...part, payment_id: 'c1' }, 'refund');
    const hub = hubOver([ok(answer), ok(lookUpAnswer)]);
    const made = await hub.port.refunds.create({ paymentId: 'payment:c1', amount: refundAmount }, hub.change);
    const context = `${by} ${JSON.stringify(answer)} ${JSON.stringify(lookUpAnswer)}`;
    expect(made, context).toMatchObject({ kind: 'done', value: state });
    if (by.startsWith('the refund')) {
      const alone = hubOver([ok(answer), no(404, 'ROUTE_NOT_FOUND')]);
      expect(
        await alone.port.refunds.create({ paymentId: 'payment:c1', amount: refundAmount }, alone.change),
        context,
      ).toMatchObject({
        kind: 'done',
        value: {
          refunded: null,
          refundable: null,
          status: 'PENDING',
          refunds: [{ id: 'r1', amount: refundAmount }],
        },
      });
    }
    expect(await hubOver([ok(lookUpAnswer)]).port.refunds.state('payment:c1', {}), context).toMatchObject(
      state,
    );
  });
});
