import { describe, expect, test } from 'vitest';
import { keyIsDocument, sameHolder } from '#lib/payments/server/receiver.ts';

const SEEN = {
  ...{ name: 'Metalúrgica Capibaribe', document: '08640118000127', institution: 'Banco Serra' },
  ...{ ispb: '31872495', accountType: 'CACC', seenAt: '2026-11-19T17:02:11.000Z' },
};
const NOW = {
  name: 'METALURGICA  CAPIBARIBE',
  document: '08.640.118/0001-27',
  institutionName: 'Banco Serra',
};

describe('whether a key is still of whom its requester saw', () => {
  test('written otherwise, or starred, it is the same', () => {
    expect(sameHolder(SEEN, NOW)).toEqual({ name: 'key', state: 'ok', at: SEEN.seenAt });
    expect(sameHolder(SEEN, { ...NOW, document: '**640118******' })).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['name', { name: 'Outra Metalúrgica' }],
    ['document', { document: '11222333000181' }],
    ['institution', { institutionName: 'Banco Outro' }],
  ])('another %s is said', (why, now) => {
    expect(sameHolder(SEEN, { ...NOW, ...now })).toEqual({ name: 'key', state: 'fails', why });
  });

  test('what one of the two does not tell is not compared; with nothing to compare it is no yes', () => {
    expect(sameHolder({ ...SEEN, name: null }, NOW)).toMatchObject({ state: 'ok' });
    expect(sameHolder(SEEN, { ...NOW, document: null })).toMatchObject({ state: 'ok' });
    expect(sameHolder(undefined, NOW)).toEqual({ name: 'key', state: 'note', why: 'not_seen' });
    const nobody = { name: null, document: null, institutionName: null };
    expect(sameHolder(SEEN, nobody)).toEqual({ name: 'key', state: 'note', why: 'not_seen' });
  });
});

describe('a key that is a document', () => {
  const holder = (document: string | null) => ({ ...NOW, document });

  test('is of whoever has it, in full or starred', () => {
    expect(keyIsDocument('08640118000127', 'cnpj', NOW)).toEqual({ name: 'document', state: 'ok' });
    expect(keyIsDocument('08640118000127', 'CNPJ', holder('**640118******'))).toMatchObject({ state: 'ok' });
    expect(keyIsDocument('52998224725', 'cpf', holder('***982247**'))).toMatchObject({ state: 'ok' });
  });

  test('of somebody else is said', () => {
    expect(keyIsDocument('08640118000127', 'cnpj', holder('11222333000181'))).toMatchObject({
      state: 'fails',
    });
    expect(keyIsDocument('52998224725', 'cpf', holder('***111222**'))).toMatchObject({ state: 'fails' });
  });

  test('nothing is said of another key, nor where nobody tells the holder’s', () => {
    expect(keyIsDocument('a@b.example', 'email', NOW)).toBeNull();
    expect(keyIsDocument('08640118000127', 'cnpj', holder(null))).toBeNull();
  });
});
