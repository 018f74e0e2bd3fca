import { inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import vectors from '../fixtures/vectors/br-codes.json';
import { qrCode, qrPath } from './qr-code.ts';
import { qrPng } from './qr-png.ts';

const SCALE = 3;

/** Reads the picture with another library: the PNG's bits as grey pixels. */
function read(text: string): string {
  const png = qrPng(text, SCALE);
  const width = png.readUInt32BE(16);
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const stride = 1 + Math.ceil(width / 8);
  const data = new Uint8Array(width * width * 3);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      const white = ((rows[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      data.fill(white * 255, (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  return decodeQR({ width, height: width, data });
}

describe('a code', () => {
  it.each(vectors.valid)('carries the Pix code $name', ({ code }) => {
    expect(read(code)).toBe(code);
  });

  it('takes accents as UTF-8, and the longest text that a code holds', () => {
    expect(read('São João')).toBe('São João');
    const longest = Array.from({ length: 2331 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    expect(read(longest)).toBe(longest);
    expect(() => qrCode(`${longest}x`)).toThrow(RangeError);
  });

  it('is drawn as a path of the same squares inside a quiet border', () => {
    const { size, dark } = qrCode('guiche');
    const drawn = new Set<string>();
    for (const [, x = 0, y = 0, length = 0] of qrPath({ size, dark }).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
      for (let step = 0; step < Number(length); step += 1) drawn.add(`${Number(x) + step} ${y}`);
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) expect(drawn.delete(`${x + 4} ${y + 4}`)).toBe(dark(x, y));
    expect(drawn.size).toBe(0);
  });
});
