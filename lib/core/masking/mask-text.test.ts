import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import codes from '../fixtures/vectors/br-codes.json' with { type: 'json' };
import documents from '../fixtures/vectors/documents.json' with { type: 'json' };
import { formatDocument } from '../pix/documents.ts';
import { maskPatterns } from './mask-forms.ts';

const all = { names: false, numbers: 'any' } as const;
const mask = (text: string) => maskPatterns(text, all);

describe('maskPatterns', () => {
  it.each([
    ['CPF 123.456.789-09 recusado', 'CPF ***.456.789-** recusado'],
    ['documento 12345678900.', 'documento ***.456.789-**.'],
    ['CNPJ 11.444.777/0001-61', 'CNPJ **.444.777/****-**'],
    ['(12ABC34501DE35)', '(**.ABC.345/****-**)'],
    ['CNPJ AB.CDE.FGH/IJKL-12', 'CNPJ **.CDE.FGH/****-**'],
    ['ana.souza@example.com.br, bia@x.io', 'a***@e***.br, b***@x***.io'],
    [
      'https://x.example.com/c?email=ana%40example.com&x=1',
      'https://x.example.com/c?email=a***%40e***.com&x=1',
    ],
    ['ligue +55 11 98765-1234', 'ligue +55 ** *****-1234'],
    ['ligue (11) 98765-1234 ou 11 98765-1234', 'ligue +55 ** *****-1234 ou +55 ** *****-1234'],
    ['pedido_12345678909 cpf12345678909', 'pedido_***.456.789-** cpf***.456.789-**'],
    ['5511987651234', '+55 ** *****-1234'],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked);
    expect(mask(masked)).toBe(masked);
  });

  it.each([
    'IP 203.0.113.10 não autorizado',
    '2026-11-19T14:03:12.000-03:00',
    'E12345678202611211403AbCdEfGhIjK',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    'R$ 1.234.567,89 acima do limite de 50000.00',
    'desenvolvedor2026 transacao000011',
    'tx_1795248192',
    'a1b2c3d4e5f668',
    '',
  ])('leaves %j', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('leaves no text unread in which any of its patterns stands', () => {
    const whole = fc.constantFrom(
      ...['11 98765-1234', '(11) 98765-1234', '+55 11 98765-1234', '5511987651234', '12345678909'],
      ...['123.456.789-09', 'AB.CDE.FGH/IJKL-12', '12ABC34501DE35', 'cpf12345678909', 'ana%40x.io'],
      ...codes.valid.map(({ code }) => code),
    );
    const noise = fc.string({ unit: fc.constantFrom(...'01aZ .-/()+_%,é'), maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.oneof(whole, noise), { maxLength: 4 }), (parts) => {
        const text = `12 ${parts.join('')}`;
        // A text with an @ is always read.
        expect(`${mask(text)} @`).toBe(mask(`${text} @`));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes plain numbers of a reference only where the check digits hold', () => {
    const strict = { names: false, numbers: 'valid' } as const;
    expect(maskPatterns('pedido 12345678900', strict)).toBe('pedido 12345678900');
    expect(maskPatterns('pedido 12345678909', strict)).toBe('pedido ***.456.789-**');
  });

  it('leaves no document whole in any text', () => {
    const known = [...documents.valid.cpf, ...documents.valid.cnpj];
    const around = fc.string({ unit: fc.constantFrom(' ', ',', '"', '(', ')', '\n', ':', 'é') });
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        around,
        around,
        fc.boolean(),
        (document, before, after, written) => {
          const masked = mask(`${before}${written ? formatDocument(document) : document}${after}`);
          const visible = masked.replace(/[^0-9A-Za-z]/g, '');
          expect(visible).toBe(document.length === 11 ? document.slice(3, 9) : document.slice(2, 8));
          expect(mask(masked)).toBe(masked);
        },
      ),
    );
  });
});

describe('copy-and-paste codes', () => {
  const statics = codes.valid.filter((code) => code.type === 'STATIC');

  it.each(statics)('hides the key $key', ({ code, key, name }) => {
    const masked = mask(`pague: ${code} até amanhã`);
    expect(masked).not.toContain(key);
    expect(masked).not.toContain(name);
    expect(masked).toHaveLength(`pague: ${code} até amanhã`.length);
    expect(masked).toContain('6304****');
    expect(mask(masked)).toBe(masked);
  });

  it('hides the key of a cut code, and a key cut in the middle', () => {
    const { code = '', key = '' } = statics.at(-1) ?? {};
    for (let end = code.indexOf('pix01') + 8; end < code.length; end += 1) {
      const masked = mask(code.slice(0, end));
      expect(masked).not.toContain(key.slice(0, 4));
      expect(masked).not.toContain('Souza');
    }
  });

  it.each([
    ['0111', '12345678909', '***456789**'],
    ['0114', '+5511987651234', '+55*******1234'],
    ['0114', '12ABC34501DE35', '**ABC345******'],
  ])('keeps places and length (%s %s)', (head, key, masked) => {
    expect(mask(`0002012633${'0014br.gov.bcb.pix'}${head}${key}5204000053039865802BR`)).toContain(
      `${head}${masked}5204`,
    );
  });

  it('leaves a code without a key payable', () => {
    const dynamic = codes.valid.find((code) => code.type === 'DYNAMIC')?.code ?? '';
    expect(maskPatterns(dynamic, { names: true, numbers: 'any' })).toBe(dynamic);
    expect(mask(dynamic.replace('5912Loja Exemplo', '5912Lojas Modelo'))).toContain('Lojas Modelo');
  });
});
