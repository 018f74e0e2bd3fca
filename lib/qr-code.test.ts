import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import vectors from './fixtures/vectors/br-codes.json';
import { type QrMatrix, qrCode, qrPath } from './qr-code.ts';
import { correctionOf } from './qr-correction.ts';
import { qrPng } from './qr-png.ts';

/** A reader of its own: it knows the symbol from the standard and shares only the correction with the writer. */
function read(matrix: QrMatrix): { text: string; version: number } {
  const { size } = matrix;
  const version = (size - 17) / 4;
  const format = formatOf(matrix);
  expect(format.level, 'level M').toBe(0);
  const words = wordsOf(matrix, version, format.mask);
  const { correction, blocks } = blocksOf(version, words.length);
  const parts = blocks.map((bytes) => ({ data: new Uint8Array(bytes), check: new Uint8Array(correction) }));
  let at = 0;
  for (let place = 0; place < Math.max(...blocks); place += 1)
    for (const { data } of parts) if (place < data.length) data[place] = words[at++] ?? 0;
  for (let place = 0; place < correction; place += 1)
    for (const { check } of parts) check[place] = words[at++] ?? 0;
  for (const { data, check } of parts) expect(correctionOf(data, correction)).toEqual(check);
  const all = Uint8Array.from(parts.flatMap(({ data }) => [...data]));
  return { text: textOf(all, version), version };
}

function textOf(data: Uint8Array, version: number): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(bits.slice(0, 4), 'byte mode').toBe('0100');
  const counted = version < 10 ? 8 : 16;
  const length = Number.parseInt(bits.slice(4, 4 + counted), 2);
  const body = bits.slice(4 + counted, 4 + counted + length * 8);
  return Buffer.from((body.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('utf8');
}

/** Both copies must say the same; the 32 valid formats are made here the long way. */
function formatOf({ size, dark }: QrMatrix): { level: number; mask: number } {
  const first = [0, 1, 2, 3, 4, 5, 7, 8]
    .map((x) => dark(x, 8))
    .concat([7, 5, 4, 3, 2, 1, 0].map((y) => dark(8, y)));
  const second = Array.from({ length: 7 }, (_, step) => dark(8, size - 1 - step)).concat(
    Array.from({ length: 8 }, (_, step) => dark(size - 8 + step, 8)),
  );
  expect(second).toEqual(first);
  expect(dark(8, size - 8), 'the dark module').toBe(true);
  const word = Number.parseInt(first.map((one) => (one ? '1' : '0')).join(''), 2) ^ 0b101010000010010;
  let rest = word;
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0b10100110111 << (bit - 10);
  expect(rest, 'format check bits').toBe(0);
  return { level: word >> 13, mask: (word >> 10) & 7 };
}

const RULES = [
  (i: number, j: number) => (i + j) % 2,
  (i: number, _j: number) => i % 2,
  (_i: number, j: number) => j % 3,
  (i: number, j: number) => (i + j) % 3,
  (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
  (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];
/** Annex E of the standard, of some versions. */
const CENTRES: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  6: [6, 34],
  7: [6, 22, 38],
  13: [6, 34, 62],
  14: [6, 26, 46, 66],
  21: [6, 28, 50, 72, 94],
  28: [6, 26, 50, 74, 98, 122],
  32: [6, 34, 60, 86, 112, 138],
  36: [6, 24, 50, 76, 102, 128, 154],
  40: [6, 30, 58, 86, 114, 142, 170],
};

function wordsOf({ size, dark }: QrMatrix, version: number, mask: number): number[] {
  const centres = CENTRES[version] ?? [];
  const isFixed = (x: number, y: number) => {
    if (x === 6 || y === 6) return true;
    if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
    if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return true;
    return centres.some((cx) =>
      centres.some((cy) => {
        const corner = (cx === 6 && cy === 6) || (cx === 6 && cy > size - 9) || (cy === 6 && cx > size - 9);
        return !corner && Math.abs(cx - x) <= 2 && Math.abs(cy - y) <= 2;
      }),
    );
  };
  const bits: string[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFixed(x, y)) bits.push(dark(x, y) !== (RULES[mask]?.(y, x) === 0) ? '1' : '0');
    }
    up = !up;
  }
  const whole = bits.join('').match(/.{8}/g) ?? [];
  return whole.map((byte) => Number.parseInt(byte, 2));
}

/** Table 9 of the standard, level M: correction bytes a block, and the blocks' data bytes. */
const TABLE: Record<number, [number, [number, number][]]> = {
  1: [10, [[1, 16]]],
  2: [16, [[1, 28]]],
  6: [16, [[4, 27]]],
  7: [18, [[4, 31]]],
  13: [
    22,
    [
      [8, 37],
      [1, 38],
    ],
  ],
  14: [
    24,
    [
      [4, 40],
      [5, 41],
    ],
  ],
  21: [26, [[17, 42]]],
  28: [
    28,
    [
      [3, 45],
      [23, 46],
    ],
  ],
  32: [
    28,
    [
      [10, 46],
      [23, 47],
    ],
  ],
  36: [
    28,
    [
      [6, 47],
      [34, 48],
    ],
  ],
  40: [
    28,
    [
      [18, 47],
      [31, 48],
    ],
  ],
};

function blocksOf(version: number, words: number) {
  const [correction, groups] = TABLE[version] ?? [0, []];
  const blocks = groups.flatMap(([count, bytes]) => Array.from({ length: count }, () => bytes));
  expect(
    blocks.reduce((sum, bytes) => sum + bytes + correction, 0),
    'all words',
  ).toBe(words);
  return { correction, blocks };
}

/** The most bytes of each version, so that one more is the next. */
const MOST: [number, number][] = [
  [1, 14],
  [2, 26],
  [6, 106],
  [7, 122],
  [13, 331],
  [14, 362],
  [21, 711],
  [28, 1190],
  [32, 1538],
  [36, 1911],
  [40, 2331],
];

it('corrects as the worked example of version 1-M does', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect([...correctionOf(Uint8Array.from(data), 10)]).toEqual([
    196, 35, 39, 119, 235, 215, 231, 226, 93, 23,
  ]);
});

describe('a code', () => {
  it.each(MOST)('of version %d holds %d bytes and is read again', (version, bytes) => {
    const text = Array.from({ length: bytes }, (_, at) => String.fromCharCode(33 + ((at * 31) % 90))).join(
      '',
    );
    const matrix = qrCode(text);
    expect(read(matrix)).toEqual({ text, version });
    if (version === 40) expect(() => qrCode(`${text}x`)).toThrow(RangeError);
    else expect(qrCode(`${text}x`).size).toBe(matrix.size + 4);
  });

  it.each(vectors.valid)('carries the Pix code $name', ({ code }) => {
    const padded = code.padEnd(331, ' ');
    expect(read(qrCode(padded)).text).toBe(padded);
  });

  it('takes accents as UTF-8', () => {
    expect(read(qrCode('São João')).text).toBe('São João');
  });

  it('is drawn with three finders inside a quiet border', () => {
    const matrix = qrCode('guiche');
    const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
    const at = (left: number, top: number) =>
      finder.map((line, y) => [...line].map((_, x) => (matrix.dark(left + x, top + y) ? '1' : '0')).join(''));
    const end = matrix.size - 7;
    for (const [x, y] of [
      [0, 0],
      [end, 0],
      [0, end],
    ] as const)
      expect(at(x, y)).toEqual(finder);
    expect(qrPath(matrix)).toMatch(/^M4 4h7v1h-7zM\d/);
  });

  it('is a PNG of the same squares', () => {
    const matrix = qrCode('guiche');
    const png = qrPng('guiche', 1);
    const width = png.readUInt32BE(16);
    expect(width).toBe(matrix.size + 8);
    const length = png.readUInt32BE(33);
    const rows = inflateSync(png.subarray(41, 41 + length));
    const stride = 1 + Math.ceil(width / 8);
    for (let y = 0; y < matrix.size; y += 1)
      for (let x = 0; x < matrix.size; x += 1) {
        const byte = rows[(y + 4) * stride + 1 + ((x + 4) >> 3)] ?? 0;
        expect(((byte >> (7 - ((x + 4) & 7))) & 1) === 0).toBe(matrix.dark(x, y));
      }
  });
});
