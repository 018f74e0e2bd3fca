import { describe, expect, it } from 'vitest';
import { brokenDocument, readDocument, readSearch } from '#lib/transactions/paste.ts';

const first = (text: string) => readSearch(text)[0];

describe('search', () => {
  it.each([
    ['E4837261920261119165903aB3kQzLm2', 'endToEndId'],
    ['  52998224725 ', 'document'],
    ['529.982.247-25', 'document'],
    ['12.abc.345/01de-35', 'document'],
    ['0b8f5a52-9c1e-4b7e-9a55-0f3a2f3b9c11', 'transaction'],
    ['txn_7f3a0b62d118c94e', 'transaction'],
    ['R$ 1.234,56', 'amount'],
    ['189,90', 'amount'],
    ['189.90', 'amount'],
    ['pedido-48291', 'clientReference'],
    ['48291', 'clientReference'],
    ['Mariana Tavares', 'name'],
    ['loja', 'name'],
  ])('%s is first read as %s', (text, kind) => {
    expect(first(text)?.kind).toBe(kind);
  });
  it('reads amounts exactly', () => {
    expect(first('R$ 1.234,56')).toEqual({ kind: 'amount', value: 123_456 });
    expect(first('0,30')).toEqual({ kind: 'amount', value: 30 });
    expect(readSearch('150')).toContainEqual({ kind: 'amount', value: 15_000 });
  });
  it('sends documents without punctuation', () => {
    expect(first('12.abc.345/01de-35')).toMatchObject({ value: '12ABC34501DE35', document: 'cnpj' });
  });
  it('offers no reading that the filter would refuse', () => {
    expect(readSearch('x'.repeat(65)).map((reading) => reading.kind)).toEqual(['name']);
    expect(readSearch('R$ 0,00').map((reading) => reading.kind)).not.toContain('amount');
    expect(readSearch('   ')).toEqual([]);
  });
});

describe('document', () => {
  it('names what is missing', () => {
    expect(readDocument('482.610.993-1')).toEqual({
      ok: false,
      reason: 'length',
      has: 10,
      kind: 'cpf',
      takes: 11,
    });
    expect(readDocument('12.ABC.345/01DE')).toMatchObject({ reason: 'length', kind: 'cnpj', takes: 14 });
    expect(readDocument('529.982.247-26')).toEqual({ ok: false, reason: 'check-digits', kind: 'cpf' });
    expect(readDocument('12ABC34501DEAB')).toEqual({ ok: false, reason: 'letters', kind: 'cnpj' });
    expect(readDocument(' .-/ ')).toBeNull();
    expect(readDocument('529.982.247-25')).toEqual({ ok: true, kind: 'cpf', value: '52998224725' });
  });
  it('is only suspected where the text has its shape', () => {
    expect(brokenDocument('482.610.993-1')).toMatchObject({ reason: 'length', has: 10 });
    expect(brokenDocument('11444777000162')).toMatchObject({ reason: 'check-digits' });
    expect(brokenDocument('529.982.247-25')).toBeNull();
    expect(brokenDocument('pedido-48291')).toBeNull();
    expect(brokenDocument('48291')).toBeNull();
  });
});
