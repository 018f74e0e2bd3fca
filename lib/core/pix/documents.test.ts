import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../fixtures/vectors/documents.json' with { type: 'json' };
import { documentKind, formatDocument, normalizeDocument } from './documents.ts';

const valid = [...vectors.valid.cpf, ...vectors.valid.cnpj];

describe('documentKind', () => {
  it.each(vectors.valid.cpf)('knows the CPF %s', (text) => expect(documentKind(text)).toBe('cpf'));
  it.each(vectors.valid.cnpj)('knows the CNPJ %s', (text) => expect(documentKind(text)).toBe('cnpj'));
  it.each(vectors.invalid)('refuses %s', (text) => expect(documentKind(text)).toBeNull());
  it.each(vectors.written)('reads $text', ({ text, is }) => {
    expect(normalizeDocument(text)).toBe(is);
    expect(documentKind(text)).not.toBeNull();
  });

  it('knows a document however it is punctuated', () => {
    for (const text of valid) expect(documentKind(formatDocument(text))).toBe(documentKind(text));
  });

  it('notices every single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...valid),
        fc.nat(13),
        fc.integer({ min: 0, max: 9 }),
        (text, at, digit) => {
          const place = at % text.length;
          fc.pre(text[place] !== String(digit) && /\d/.test(text[place] ?? ''));
          const wrong = text.slice(0, place) + digit + text.slice(place + 1);
          // Rests 0 and 1 share the check digit 0, so a base digit may slip through; a check digit never does.
          if (place >= text.length - 2) expect(documentKind(wrong)).toBeNull();
        },
      ),
    );
  });
});

describe('formatDocument', () => {
  it.each([
    ['12345678909', '123.456.789-09'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['123.456.789-09', '123.456.789-09'],
    ['***.456.789-**', '***.456.789-**'],
    ['***456789**', '***.456.789-**'],
    ['**ABC345******', '**.ABC.345/****-**'],
    ['not known', 'not known'],
    ['', ''],
  ])('%j → %j', (text, written) => {
    expect(formatDocument(text)).toBe(written);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valid), (text) => normalizeDocument(formatDocument(text)) === text),
    );
  });
});
