import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  mergeInfraction,
  parseStoredInfraction,
  sameRecord,
} from '#lib/disputes/server/read-dispute.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';

const nobody = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};
const bare: Infraction = {
  id: 'inf_1',
  protocol: null,
  status: 'OPEN',
  type: null,
  reportedBy: null,
  reason: null,
  result: null,
  resultDetails: null,
  openedAt: null,
  deadline: null,
  updatedAt: null,
  amount: null,
  transactionId: null,
  endToEndId: null,
  payer: nobody,
  receiver: nobody,
  defenses: [],
  other: {},
};
const defense: Defense = {
  id: 'def_1',
  text: 'Entregue.',
  status: 'PENDING',
  createdAt: '2026-11-19T10:00:00.000Z',
  updatedAt: null,
  files: [{ name: 'nota.pdf', mimeType: null, size: null }],
};
const full: Infraction = {
  ...bare,
  status: 'DEFENDED',
  deadline: '2026-11-20T10:00:00.000Z',
  payer: { ...nobody, name: 'Ana Souza', document: '52998224725' },
  defenses: [defense],
  other: { a: 1 },
};

describe('two readings of one dispute', () => {
  test('what one of them lacks stays, what is new wins', () => {
    const list = { ...bare, status: 'CLOSED', result: 'AGREED', payer: { ...nobody, name: 'Ana M. Souza' } };
    expect(mergeInfraction(full, list)).toEqual({
      ...full,
      status: 'CLOSED',
      result: 'AGREED',
      payer: { ...full.payer, name: 'Ana M. Souza' },
    });
  });
  test('come to rest: neither order of them changes the other’s gain', () => {
    const once = mergeInfraction(full, bare);
    expect(sameRecord(mergeInfraction(once, bare), once)).toBe(true);
    expect(sameRecord(JSON.parse(JSON.stringify(once)), once)).toBe(true);
  });
  test('something that is no record is none', () => {
    expect(parseStoredInfraction({ id: 'inf_1' })).toBeNull();
    expect(mergeInfraction(null, full)).toBe(full);
  });
});

test('the columns follow the record', () => {
  expect(columnsOf(full)).toMatchObject({
    state: 'answered',
    answeredAt: new Date('2026-11-19T10:00:00.000Z'),
    deadline: new Date('2026-11-20T10:00:00.000Z'),
    files: 1,
  });
  expect(columnsOf({ ...full, status: 'OPEN' }).state).toBe('answered');
  expect(columnsOf(bare)).toMatchObject({ state: 'open', answeredAt: null, openedAt: null, files: 0 });
});
