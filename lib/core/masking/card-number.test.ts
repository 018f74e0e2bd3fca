import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cardDigits, groupedCard, isCardNumber, maskCardNumbers, withoutValues } from './card-number.ts';
import { PEOPLES_NAMES, peoplesName } from './testing/names.ts';

describe('isCardNumber', () => {
  it.each(['4111111111111111', '5555555555554444', '378282246310005', '4222222222222', '6362970000457013'])(
    'takes %s',
    (digits) => expect(isCardNumber(digits)).toBe(true),
  );
  it.each(['4111111111111112', '411111111111', '41111111111111111111', '4111 1111 1111 1111', ''])(
    'refuses %s',
    (digits) => expect(isCardNumber(digits)).toBe(false),
  );
});

it('groups as the card is printed', () => {
  expect(groupedCard('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(groupedCard('378282246310005')).toBe('3782 822463 10005');
  expect(groupedCard('41x1-1')).toBe('4111');
  expect(cardDigits(' 4111.1111-1111 1111 ')).toBe('4111111111111111');
});

it('hides card numbers and leaves other numbers alone', () => {
  expect(maskCardNumbers('cartão 4111-1111 1111.1111 recusado')).toBe('cartão **** recusado');
  expect(maskCardNumbers('{"n":"4111111111111111"}')).toBe('{"n":"****"}');
  expect(maskCardNumbers('pedido 4111111111111112 de 2026')).toBe('pedido 4111111111111112 de 2026');
});

it('hides given values wherever they stand alone', () => {
  const card = ['4111111111111112', 'Ana B. Souza', '07/2031', '739'];
  expect(withoutValues('4111 1111 1111 1112 de ANA B. SOUZA, 07/2031, cvv=739, pedido 17390', card)).toBe(
    '**** de ****, ****, cvv=****, pedido 17390',
  );
  expect(withoutValues('nada', [''])).toBe('nada');
});

describe('a redaction', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(PEOPLES_NAMES)('hides the name %j', (name) => {
    expect(withoutValues(`Titular: ${name}; recusado`, [name])).toBe('Titular: ****; recusado');
    expect(withoutValues(`(${name.toUpperCase()})`, [name])).toBe('(****)');
  });

  it('never throws and leaves no value, whatever signs it has', () => {
    fc.assert(
      fc.property(peoplesName, fc.string({ unit: 'binary', maxLength: 8 }), (name, text) => {
        const shown = withoutValues(`${text} ${name} ${text}`, [name]);
        expect(shown).toContain('****');
        expect(withoutValues(` ${name} `, [name]).trim()).toBe('****');
        withoutValues(text, ['', ' ', text, name]);
      }),
      { numRuns: 200 },
    );
  });

  it('hides all where it cannot be done', () => {
    vi.spyOn(RegExp, 'escape').mockImplementation(() => {
      throw new SyntaxError('Invalid regular expression: /Ana-Maria/');
    });
    expect(withoutValues('Ana-Maria recusada', ['Ana-Maria'])).toBe('****');
  });
});
