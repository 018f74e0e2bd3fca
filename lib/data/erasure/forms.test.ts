import { describe, expect, it } from 'vitest';
import { documentForm, formsIn, holderForm, without, wordForms } from './erased-index.ts';

describe('formsIn', () => {
  it.each([
    ['a document in a text', 'CPF 529.982.247-25, twice', documentForm('52998224725')],
    ['a document as a number', { document: 52998224725 }, documentForm('529.982.247-25')],
    ['an alphanumeric CNPJ', ['12.ABC.345/01de-35'], documentForm('12ABC34501DE35')],
    ['an e-mail in other letters', { a: { b: 'Ana@Exemplo.COM.br' } }, 'contact:ana@exemplo.com.br'],
    ['a phone', 'call +55 (11) 98765-0001', 'contact:11987650001'],
    [
      'a random key',
      { key: '6F9619FF-8B86-4011-B42D-00CF4FC964FF' },
      'contact:6f9619ff-8b86-4011-b42d-00cf4fc964ff',
    ],
    ['a name of a field', { '529.982.247-25': 1 }, documentForm('52998224725')],
  ])('finds %s', (_, value, form) => {
    expect(formsIn(value)).toContain(form);
  });

  it('knows a holder by name and masked document, however both are written', () => {
    const form = holderForm('João Souza', '52998224725');
    expect(formsIn({ name: 'JOAO  SOUZA', document: '***.982.247-**' })).toContain(form);
    expect(formsIn({ name: 'João Souza', document: '***.111.222-**' })).not.toContain(form);
    expect([...formsIn({ name: 'João Souza' })]).toEqual([]);
  });

  it('ends where nothing honest is that deep', () => {
    let deep: unknown = '52998224725';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect([...formsIn(deep)]).toEqual([]);
  });
});

it('without takes out what is named, and nothing else', () => {
  const named = new Set(wordForms('ana@exemplo.com'));
  const isNamed = (forms: () => readonly string[]) => forms().some((form) => named.has(form));
  expect(without('to ANA@exemplo.com and eva@exemplo.com', isNamed)).toBe('to *** and eva@exemplo.com');
});
