import { describe, expect, it, test } from 'vitest';
import { brokenDocument, readBound, readDocument, readSearch, spellingsOf } from '#lib/transactions/paste.ts';

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

describe('what stands around a pasted thing', () => {
  const E2E = 'E4837261920261119165903aB3kQzLm2';
  it.each([
    [`"${E2E}",`, 'endToEndId', E2E],
    [`E2E: ${E2E}`, 'endToEndId', E2E],
    [`"endToEndId": "${E2E}",`, 'endToEndId', E2E],
    [`${E2E.slice(0, 12)}\u200b${E2E.slice(12)}`, 'endToEndId', E2E],
    [`${E2E.slice(0, 20)}\n${E2E.slice(20)}`, 'endToEndId', E2E],
    [`e${E2E.slice(1)}`, 'endToEndId', E2E],
    ['“txn_7f3a0b62d118c94e”.', 'transaction', 'txn_7f3a0b62d118c94e'],
    ['Transaction ID: txn_7f3a0b62d118c94e', 'transaction', 'txn_7f3a0b62d118c94e'],
    ['[0b8f5a52–9c1e–4b7e–9a55–0f3a2f3b9c11]', 'transaction', '0b8f5a52-9c1e-4b7e-9a55-0f3a2f3b9c11'],
    ['"clientReference": "pedido-48291",', 'clientReference', 'pedido-48291'],
    ["'pedido-48291'", 'clientReference', 'pedido-48291'],
    ['\ufeffpedido-48291', 'clientReference', 'pedido-48291'],
    ['CPF: 529.982.247-25', 'document', '52998224725'],
    ['CPF nº 529.982.247\u201125;', 'document', '52998224725'],
    ['"189,90";', 'amount', 18_990],
    ['1 234,56', 'amount', 123_456],
  ])('%j is read as %s %s', (text, kind, value) => expect(first(text)).toMatchObject({ kind, value }));
  it('an end-to-end id is looked for in the letters it may have had', () => {
    expect(spellingsOf(E2E.toLowerCase())).toEqual([
      `E${E2E.slice(1).toLowerCase()}`,
      `E${E2E.slice(1).toUpperCase()}`,
    ]);
  });
  it('a reference may hold any sign: it is looked for as it was typed too', () => {
    expect(spellingsOf('(A1)')).toEqual(['A1', '(A1)']);
    expect(spellingsOf('Ana Souza')).toEqual(['Ana Souza']);
    expect(spellingsOf('id: pedido 7')).toEqual(['id: pedido 7']);
  });
});

describe('U20: a CPF or CNPJ that is not whole', () => {
  it.each([
    ['482.610.993-1', 'cpf', 10],
    ['482.610.993-', 'cpf', 9],
    ['482.610.9', 'cpf', 7],
    ['12.345.678', 'cnpj', 8],
    ['12.345.678/0001', 'cnpj', 12],
    ['12.ABC.345/01DE-', 'cnpj', 12],
  ])('%s is shown as incomplete and read as nothing else', (text, kind, has) => {
    expect(brokenDocument(text)).toMatchObject({ ok: false, reason: 'length', kind, has });
    expect(readSearch(text)).toEqual([]);
  });
  it('is recognized by its check digits too', () => {
    expect(brokenDocument('529.982.247-26')).toMatchObject({ reason: 'check-digits', kind: 'cpf' });
    expect(readSearch('529.982.247-26')).toEqual([]);
  });
  it('bare digits may still be a reference, which is named, not taken', () => {
    expect(brokenDocument('4826109931')).toMatchObject({ reason: 'length', kind: 'cpf', has: 10 });
    expect(first('4826109931')?.kind).toBe('clientReference');
  });
  it.each(['1.234,56', '189.90', '12.345', 'pedido-48291', 'loja.sp.abc', '1.234.567'])(
    '%s is none',
    (text) => {
      expect(brokenDocument(text)).toBeNull();
    },
  );
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

test('U3: amounts from one on, or up to one', () => {
  for (const typed of ['> 500', '>=500,00', 'acima de R$ 500', 'a partir de 500', 'over 500'])
    expect(readBound(typed), typed).toEqual({ kind: 'amountFrom', value: 50_000 });
  expect(readBound('até 1.234,56')).toEqual({ kind: 'amountTo', value: 123_456 });
  for (const typed of ['500', '>', '> 0', 'até logo', 'R$ 500', '>pedido'])
    expect(readBound(typed), typed).toBeNull();
});
