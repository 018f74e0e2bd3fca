import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '#lib/core/fixtures/vectors/amounts.json' with { type: 'json' };
import {
  centsToDecimal,
  decimalToCents,
  formatBrl,
  moneyParts,
  nonBreakingAmounts,
  parseTypedBrl,
  plainBrl,
} from './money.ts';

const cents = fc.maxSafeInteger();
const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

describe('decimalToCents', () => {
  it.each(vectors.cases)('reads $wire', ({ wire, ...amount }) => {
    expect(decimalToCents(wire)).toStrictEqual(amount);
  });

  it.each(vectors.refused.map((wire) => ({ wire })))('refuses $wire', ({ wire }) => {
    expect(decimalToCents(wire)).toBeNull();
  });

  it('never answers minus zero', () => {
    for (const text of ['-0', '-0.00', '-0.004', '-0e5'])
      expect(Object.is(decimalToCents(text)?.cents, 0)).toBe(true);
  });

  it.each(['+1', ' 1', '1 ', '.5', '1.', '0x10', '1e', '1e1.5', '٣', '--1', '1_000', 'R$ 1'])(
    'refuses %j',
    (text) => {
      expect(decimalToCents(text)).toBeNull();
    },
  );

  it('bounds what it reads: exponents and lengths cannot blow it up', () => {
    expect(decimalToCents('1e999999999')).toBeNull();
    expect(decimalToCents(`1e${'9'.repeat(390)}`)).toBeNull();
    expect(decimalToCents('1e-999999999')).toStrictEqual({ cents: 0, exact: '1e-999999999' });
    expect(decimalToCents('0e999999999')).toStrictEqual({ cents: 0 });
    expect(decimalToCents('1'.repeat(401))).toBeNull();
    expect(decimalToCents(`${'0'.repeat(300)}1.50`)).toStrictEqual({ cents: 150 });
  });

  it('rounds nothing up from behind the first dropped place', () => {
    expect(decimalToCents('0.0009')).toStrictEqual({ cents: 0, exact: '0.0009' });
    expect(decimalToCents('9e-5')?.cents).toBe(0);
    expect(decimalToCents('0.0049999')?.cents).toBe(0);
  });

  it('rounds half away from zero beside the largest amount', () => {
    expect(decimalToCents('90071992547409.914')?.cents).toBe(Number.MAX_SAFE_INTEGER);
    expect(decimalToCents('90071992547409.915')).toBeNull();
    expect(decimalToCents('-90071992547409.91')?.cents).toBe(-Number.MAX_SAFE_INTEGER);
  });

  it('says the same whether a point is moved by hand or by an exponent', () => {
    fc.assert(
      fc.property(
        digits(1, 9),
        digits(1, 6),
        fc.integer({ min: -8, max: 5 }),
        (whole, fraction, exponent) => {
          const all = whole + fraction;
          const point = whole.length + exponent;
          const moved =
            point <= 0
              ? `0.${'0'.repeat(-point)}${all}`
              : `${all.slice(0, point).padEnd(point, '0')}.${all.slice(point) || '0'}`;
          expect(decimalToCents(`${whole}.${fraction}e${exponent}`)?.cents).toBe(
            decimalToCents(moved)?.cents,
          );
        },
      ),
    );
  });

  it('keeps the text exactly when something stands behind the cents', () => {
    fc.assert(
      fc.property(digits(1, 10), digits(2, 2), digits(0, 20), (whole, two, rest) => {
        const text = `${whole}.${two}${rest}`;
        const amount = decimalToCents(text);
        expect(amount?.exact).toBe(/[1-9]/.test(rest) ? text : undefined);
        const cut = BigInt(whole + two);
        const up = /^[5-9]/.test(rest) ? 1n : 0n;
        expect(amount?.cents).toBe(Number(cut + up));
      }),
    );
  });
});

describe('centsToDecimal', () => {
  it.each(vectors.back)('writes $wire', ({ cents: amount, wire }) => {
    expect(centsToDecimal(amount)).toBe(wire);
  });

  it('is read back as it was, for every amount', () => {
    fc.assert(fc.property(cents, (amount) => decimalToCents(centsToDecimal(amount))?.cents === amount));
  });

  it('refuses what is no amount', () => {
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => centsToDecimal(wrong)).toThrow(RangeError);
  });
});

describe('formatBrl', () => {
  it.each([
    [0, 'R$ 0,00'],
    [7, 'R$ 0,07'],
    [123456, 'R$ 1.234,56'],
    [-350, '−R$ 3,50'],
    [100000, 'R$ 1.000,00'],
    [99999999, 'R$ 999.999,99'],
    [-9007199254740991, '−R$ 90.071.992.547.409,91'],
  ])('writes %i as %s', (amount, text) => {
    expect(plainBrl(amount)).toBe(text);
  });

  it('holds sign, currency and number together on one line, and in a text that came without', () => {
    expect(formatBrl(-175262)).toBe('−R$\u00a01.752,62');
    expect(nonBreakingAmounts('Saque de R$ 15.000,00, antes R$ 9,00 ou R$ x')).toBe(
      'Saque de R$\u00a015.000,00, antes R$\u00a09,00 ou R$ x',
    );
  });

  it('gives the eye its pieces', () => {
    expect(moneyParts(-123456)).toStrictEqual({ sign: '−', reais: '1.234', cents: '56' });
    expect(moneyParts(-0)).toStrictEqual({ sign: '', reais: '0', cents: '00' });
  });

  it('is read back by what reads typing, for every amount', () => {
    fc.assert(fc.property(cents, (amount) => parseTypedBrl(formatBrl(amount)) === amount));
  });
});

describe('parseTypedBrl', () => {
  it.each([
    ['1.234,56', 123456],
    ['1234,5', 123450],
    ['1234.56', 123456],
    ['R$ 10', 1000],
    ['r$10', 1000],
    [' 10 ', 1000],
    ['1.234', 123400],
    ['1.234.567', 123456700],
    ['1,234.56', 123456],
    ['0,1', 10],
    ['1.5', 150],
    ['10.50', 1050],
    ['R$\u00a01.234,56', 123456],
    ['-3,50', -350],
    ['+R$ 3,50', 350],
    ['−R$ 0,00', 0],
    ['0.30', 30],
    // As sheets write them.
    ['1 234,56', 123456],
    ['1\u00a0234,56', 123456],
    ['1\u202f234\u202f567,89', 123456789],
    ['1 234.56', 123456],
    ['1 234', 123400],
    ["1'234.56", 123456],
    ['1’234’567.89', 123456789],
    ['1,234,567', 123456700],
    ['1,234,567.89', 123456789],
    ['1.234,56 R$', 123456],
    ['BRL 1,234.56', 123456],
    ['10,00 BRL', 1000],
    ['10 reais', 1000],
    ['“1.234,56”;', 123456],
    ['Valor: R$ 10,00', 1000],
    ['１.２３４,５６', 123456],
    ['1.234,56\u200b', 123456],
    ['–3,50', -350],
  ])('reads %j', (text, amount) => {
    expect(parseTypedBrl(text)).toBe(amount);
  });

  it.each([
    '',
    'R$',
    'abc',
    '1,234',
    '1.2345',
    '12.34.567',
    '1,2,3',
    '1.234.5',
    '1..2',
    ',5',
    '1e2',
    '10 20',
    '1,',
    'R$ R$ 1',
    'NaN',
    '12 34,56',
    '1 2345,00',
    "1'23.00",
    '1 234.567,89',
    '10²',
    '(10,00)',
    'US$ 10,00',
    '10,00 USD',
    'R$ 10 BRL',
    '10,00-',
    '10,00 20,00',
    '1\n234,5678',
  ])('refuses %j', (text) => {
    expect(parseTypedBrl(text)).toBeNull();
  });

  it('refuses what is too large', () => {
    expect(parseTypedBrl('90071992547409,92')).toBeNull();
  });
});
