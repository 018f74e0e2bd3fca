import { describe, expect, test } from 'vitest';
import { parseJson } from '#lib/core/http/json.ts';
import { numbered } from '#lib/providers/client/lists.ts';
import {
  readDefense,
  readDefenses,
  readInfraction,
  readInfractions,
  toDefense,
  toInfraction,
  toInfractionDetail,
} from '#lib/providers/pix/disputes.ts';
import { Defense, Infraction, InfractionDetail } from '#lib/providers/records.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const one = (json: object) =>
  Infraction.parse(toInfraction(readInfraction({ id: 'd1', status: 'OPEN', ...json })));
const list = (json: unknown) => readInfractions(json).rows.map((row) => Infraction.parse(toInfraction(row)));
const defenses = (json: unknown) => readDefenses(json).map((wire) => Defense.parse(toDefense(wire)));

const FULL = {
  id: 'inf_1',
  protocol: 'p-1',
  status: 'OPEN',
  type: 'REFUND_REQUEST',
  reportedBy: 'DEBITED_PARTICIPANT',
  reportDetails: 'Golpe',
  analysisResult: null,
  analysisDetails: null,
  reportedAt: '2026-10-02T12:00:00Z',
  expiresAt: '2026-10-05T12:00:00Z',
  createdAt: '2026-10-02T12:00:01Z',
  updatedAt: '2026-10-02T12:00:02Z',
  transaction: {
    id: 'tx_1',
    amount: 80.1,
    payerName: 'Ana Souza',
    payerDocument: '52998224725',
    receiverName: 'Loja',
    receiverDocument: '11222333000181',
    endToEndId: 'E1',
  },
  defenseHistory: [
    {
      id: 'def_1',
      defense: 'Pago pelo titular.',
      status: 'PENDING',
      createdAt: '2026-10-03T12:00:00Z',
      updatedAt: '2026-10-03T12:00:00Z',
      files: [{ name: 'recibo.pdf', mimeType: 'application/pdf', size: 20480 }],
    },
  ],
};
const party = { institutionIspb: null, institutionName: null, accountNumber: null };
const READ = {
  id: 'inf_1',
  protocol: 'p-1',
  status: 'OPEN',
  type: 'REFUND_REQUEST',
  reportedBy: 'DEBITED_PARTICIPANT',
  reason: 'Golpe',
  result: null,
  resultDetails: null,
  openedAt: '2026-10-02T12:00:00.000Z',
  deadline: '2026-10-05T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:02.000Z',
  amount: 8010,
  transactionId: 'tx_1',
  endToEndId: 'E1',
  payer: { ...party, name: 'Ana Souza', document: '52998224725' },
  receiver: { ...party, name: 'Loja', document: '11222333000181' },
  defenses: [
    {
      id: 'def_1',
      text: 'Pago pelo titular.',
      status: 'PENDING',
      createdAt: '2026-10-03T12:00:00.000Z',
      updatedAt: '2026-10-03T12:00:00.000Z',
      files: [{ name: 'recibo.pdf', mimeType: 'application/pdf', size: 20480 }],
    },
  ],
  other: {},
};

describe('an infraction', () => {
  test('with everything; wrapped or bare it is the same', () => {
    for (const json of [FULL, { infraction: FULL }, { data: { infraction: FULL } }, [FULL], { data: [FULL] }])
      expect(toInfraction(readInfraction(json))).toEqual(READ);
    const detail = toInfractionDetail(readInfraction(FULL), parseJson('{"n":12345678901234567890}'), 'now');
    expect(InfractionDetail.parse(detail)).toMatchObject({ raw: { n: '12345678901234567890' }, asOf: 'now' });
  });

  test.each([
    ...[
      'expiresAt',
      'dueAt',
      'due_date',
      'deadline',
      'responseDeadline',
      'response_due_at',
      'defenseDeadline',
    ],
    ...['answerDeadline', 'limitDate', 'ExpirationDate', 'deadline-at', 'respondUntil'],
  ])('its deadline as %s', (name) => {
    expect(one({ [name]: '2026-10-05 12:00' }).deadline).toBe('2026-10-05T12:00:00.000Z');
    expect(one({ [name]: 1_791_201_600 }).deadline).toBe('2026-10-05T12:00:00.000Z');
  });

  test('a deadline that cannot be read is shown, never guessed', () => {
    expect(one({ deadline: 'em 3 dias' })).toMatchObject({
      deadline: null,
      other: { deadline: 'em 3 dias' },
    });
    expect(one({ expiresAt: null }).deadline).toBeNull();
  });

  test('other spellings, parties nested in the transaction or flat, unknown words and fields', () => {
    const read = one({
      protocolNumber: 'p',
      status: 'UNDER_REVIEW',
      reporter: 'X',
      details: 'y',
      result: 'AGREED',
      result_details: 'z',
      created_at: '2026-10-01T00:00:00Z',
      transaction: {
        id: 'tx',
        amount: '10.00',
        e2eId: 'E2',
        payer: { name: 'Ana', taxId: '1', institution: { ispb: '2', name: 'Banco' } },
        status: 'COMPLETED',
      },
      receiver: { name: 'Loja', document: '3' },
      priority: 'HIGH',
    });
    expect(read).toMatchObject({
      protocol: 'p',
      status: 'UNDER_REVIEW',
      reportedBy: 'X',
      reason: 'y',
      result: 'AGREED',
      resultDetails: 'z',
      openedAt: '2026-10-01T00:00:00.000Z',
      amount: 1000,
      endToEndId: 'E2',
      payer: { name: 'Ana', document: '1', institutionIspb: '2', institutionName: 'Banco' },
      receiver: { name: 'Loja', document: '3' },
      other: { 'transaction.status': 'COMPLETED', priority: 'HIGH' },
    });
  });

  test('as a callback carries it, or with next to nothing', () => {
    expect(one({ transactionEndToEndId: 'E3', transactionId: 'tx' })).toMatchObject({
      endToEndId: 'E3',
      transactionId: 'tx',
      amount: null,
      payer: { name: null },
      defenses: [],
    });
    expect(one({ transaction: 'tx_9', transactionAmount: 5 })).toMatchObject({
      transactionId: 'tx_9',
      amount: 500,
    });
    expect(one({ amount: 3, transaction: { id: 't', amount: 9 } }).amount).toBe(300);
    expect(one({ transaction: null, defenseHistory: null })).toMatchObject({
      transactionId: null,
      defenses: [],
    });
  });

  test('an answer without one is no answer', () => {
    for (const json of [{}, [], null, { message: 'ok' }, { transaction: { id: 'x' } }])
      expect(() => readInfraction(json)).toThrow(UnreadableAnswer);
  });
});

describe('a list of them', () => {
  const at = (page: number, limit: number, json: unknown) =>
    numbered(list(json), readInfractions(json), { page, limit }, 'now');

  test('document 1, other envelopes, none at all', () => {
    const pagination = { page: 1, limit: 1, totalItems: 2, totalPages: 2 };
    expect(at(1, 1, { pagination, infractions: [FULL] })).toMatchObject({
      more: true,
      total: 2,
      items: [READ],
    });
    expect(at(2, 1, { pagination, infractions: [FULL] }).more).toBe(false);
    expect(at(1, 10, { pagination: { totalItems: 0, totalPages: 0 }, infractions: [] })).toMatchObject({
      more: false,
      total: 0,
    });
    expect(at(1, 1, { data: { disputes: [FULL], meta: { total: 5 } } })).toMatchObject({
      more: true,
      total: 5,
    });
    expect(at(1, 1, [FULL])).toMatchObject({ more: true, total: null });
    expect(at(1, 2, [FULL])).toMatchObject({ more: false, total: null });
    expect(at(1, 1, { infractions: [FULL], hasMore: false })).toMatchObject({ more: false });
    expect(at(9, 1, { infractions: [], hasMore: true })).toMatchObject({ more: false });
  });

  test('R1: what has no id is shown under one of its own', () => {
    const rows = list({ infractions: [{ status: 'OPEN' }, FULL, 'x', null] });
    expect(rows).toMatchObject([{ id: expect.stringMatching(/^no-id-/), status: 'OPEN' }, { id: 'inf_1' }]);
  });
});

describe('defenses', () => {
  const made = FULL.defenseHistory[0];
  const read = READ.defenses[0];
  test('a list, a wrapped one, a single one, none', () => {
    for (const json of [
      [made],
      { defenses: [made] },
      { data: { defenses: [made] } },
      { data: [made] },
      { defense: made },
      made,
    ])
      expect(defenses(json)).toEqual([read]);
    for (const json of [[], { defenses: [] }, { data: [] }, { data: { defenses: [] } }])
      expect(defenses(json)).toEqual([]);
    for (const json of [{ defenses: ['def_1'] }, ['def_1'], { total: 1, defenses: [] }])
      expect(() => defenses(json), JSON.stringify(json)).toThrow(UnreadableAnswer);
    expect(defenses({ data: [made, { ...made, id: 'def_2' }] }).map(({ id }) => id)).toEqual([
      'def_1',
      'def_2',
    ]);
  });

  test('what POST answers, in other words too', () => {
    const other = {
      data: {
        defense: {
          defense_id: 'x',
          text: 't',
          disputeId: 'd',
          attachments: [{ fileName: 'a.png', contentType: 'image/png', bytes: '12' }, 'b.pdf'],
        },
      },
    };
    expect(toDefense(readDefense(other))).toEqual({
      id: 'x',
      text: 't',
      status: null,
      createdAt: null,
      updatedAt: null,
      files: [
        { name: 'a.png', mimeType: 'image/png', size: 12 },
        { name: 'b.pdf', mimeType: null, size: null },
      ],
    });
    expect(readDefense({ ...made, url: 'https://signed' }).fields.id).toBe('def_1');
  });

  test('a sentence is no defense', () => {
    for (const json of [{ message: 'ok' }, {}, null, { id: 'x' }, { defense: 'text' }])
      expect(() => readDefense(json)).toThrow(UnreadableAnswer);
  });
});
