import { describe, expect, it } from 'vitest';
import vectors from '../fixtures/vectors/br-codes.json';
import { readBrCode } from './br-code.ts';

const [plain] = vectors.valid;
const code = plain?.code ?? '';

describe('a Pix code', () => {
  it.each(vectors.valid)('$code is read', ({ code, note: _, type, ...told }) => {
    const read = readBrCode(` ${code}\n`);
    expect(read).toMatchObject(told);
    expect(typeof read === 'string' || (read.url !== null) === (type === 'DYNAMIC')).toBe(true);
  });

  it.each(vectors.invalid)('$code is none: $why', ({ code }) => {
    expect(readBrCode(code)).toMatch(/^code_/);
  });

  it('is broken when any character of it is another', () => {
    for (let at = 6; at < code.length - 4; at += 1) {
      const other = code[at] === '5' ? '6' : '5';
      if (!/[0-9A-Za-z]/.test(code[at] ?? '')) continue;
      expect(readBrCode(code.slice(0, at) + other + code.slice(at + 1)), String(at)).toMatch(/^code_/);
    }
  });

  it('is broken when it was cut', () => {
    for (let length = 6; length < code.length; length += 1)
      expect(readBrCode(code.slice(0, length)), String(length)).toBe('code_broken');
  });

  it('reads its amount as text, to the cent', () => {
    const amountOf = (text: string) => {
      const read = readBrCode(withAmount(text));
      return typeof read === 'string' ? read : read.amount;
    };
    expect(amountOf('0.01')).toBe(1);
    expect(amountOf('1.1')).toBe(110);
    expect(amountOf('70')).toBe(7000);
    expect(amountOf('9999999999.99')).toBe(999_999_999_999);
    expect(amountOf('0.00')).toBeNull();
    expect(amountOf('1.999')).toBeNull();
  });
});

/** The first code with an amount, its checksum made anew here (bit by bit). */
function withAmount(amount: string): string {
  const field = `54${String(amount.length).padStart(2, '0')}${amount}`;
  const body = `${code.slice(0, code.indexOf('5802BR'))}${field}${code.slice(code.indexOf('5802BR'), -4)}`;
  let register = 0xffff;
  for (const character of body)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((register >> 15) & 1) ^ ((character.charCodeAt(0) >> bit) & 1);
      register = ((register << 1) & 0xffff) ^ (carry === 1 ? 0x1021 : 0);
    }
  return body + register.toString(16).toUpperCase().padStart(4, '0');
}
