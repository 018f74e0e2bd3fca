import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { macOf } from '#lib/data/audit/chain.ts';

const known = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** Any UTF-16 units, halves of pairs among them. */
const anyText = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('utf16le'));

describe('the keyed hash', () => {
  // RFC 4231, with keys as its cases give them: shorter than a block, and longer.
  it.each([
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe').toString('hex'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('is what the standard says of the key %s', (key, text, expected) => {
    expect(macOf(Buffer.from(key, 'hex'), text)).toBe(expected);
  });

  it('is the one of node:crypto for any key and any text, however often it is asked', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(anyText, { maxLength: 5 }), (bytes, parts) => {
        const key = Buffer.from(bytes);
        const texts = [...parts, '', '\u{d83d}', 'ação 😀'];
        expect(texts.map((text) => macOf(key, text))).toEqual(texts.map((text) => known(key, text)));
      }),
    );
  });

  it.each([55, 56, 63, 64, 65, 127, 128, 5_000, 100_000])('is so for a text of %i bytes', (length) => {
    const key = randomBytes(32);
    expect(macOf(key, 'x'.repeat(length))).toBe(known(key, 'x'.repeat(length)));
  });
});
