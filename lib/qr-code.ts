import { correctionOf } from './qr-correction.ts';

/** QR codes (ISO/IEC 18004) of text: byte mode, correction level M, versions 1 to 40. Pure: pages draw them too. */

export type QrMatrix = { size: number; dark: (column: number, row: number) => boolean };

/** Per version: correction bytes a block, and [blocks, data bytes] of its one or two groups (level M). */
const BLOCKS =
  '10:1.16 16:1.28 26:1.44 18:2.32 24:2.43 16:4.27 18:4.31 22:2.38,2.39 22:3.36,2.37 26:4.43,1.44 30:1.50,4.51 ' +
  '22:6.36,2.37 22:8.37,1.38 24:4.40,5.41 24:5.41,5.42 28:7.45,3.46 28:10.46,1.47 26:9.43,4.44 26:3.44,11.45 ' +
  '26:3.41,13.42 26:17.42 28:17.46 28:4.47,14.48 28:6.45,14.46 28:8.47,13.48 28:19.46,4.47 28:22.45,3.46 ' +
  '28:3.45,23.46 28:21.45,7.46 28:19.47,10.48 28:2.46,29.47 28:10.46,23.47 28:14.46,21.47 28:14.46,23.47 ' +
  '28:12.47,26.48 28:6.47,34.48 28:29.46,14.47 28:13.46,32.47 28:40.47,7.48 28:18.47,31.48';

type Layout = { correction: number; blocks: number[] };
const LAYOUTS: readonly Layout[] = BLOCKS.split(' ').map((text) => {
  const [correction = '', groups = ''] = text.split(':');
  const blocks = groups.split(',').flatMap((group) => {
    const [count = '', bytes = ''] = group.split('.');
    return Array.from({ length: Number(count) }, () => Number(bytes));
  });
  return { correction: Number(correction), blocks };
});

/** The code of a text as UTF-8; RangeError when it is longer than 2,331 bytes. */
export function qrCode(text: string): QrMatrix {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const codewords = interleaved(dataOf(bytes, version), layoutOf(version));
  const symbol = new Squares(version);
  symbol.fill(codewords);
  return symbol.masked();
}

function layoutOf(version: number): Layout {
  const layout = LAYOUTS[version - 1];
  if (layout === undefined) throw new RangeError('The text is too long for a QR code.');
  return layout;
}

const capacity = ({ blocks }: Layout) => blocks.reduce((sum, bytes) => sum + bytes, 0);
const countBits = (version: number) => (version < 10 ? 8 : 16);

function versionFor(bytes: number): number {
  let version = 1;
  while (4 + countBits(version) + bytes * 8 > capacity(layoutOf(version)) * 8) version += 1;
  return version;
}

/** Mode, length, bytes, end, and the padding that the standard names. */
function dataOf(bytes: Uint8Array, version: number): Uint8Array {
  const data = new Uint8Array(capacity(layoutOf(version)));
  let place = 0;
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit -= 1, place += 1)
      if ((value >> bit) & 1) data[place >> 3] = (data[place >> 3] ?? 0) | (0x80 >> (place & 7));
  };
  put(4, 4);
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  place = Math.min(data.length * 8, place + 4);
  for (let at = Math.ceil(place / 8), pad = 0xec; at < data.length; at += 1, pad ^= 0xfd) data[at] = pad;
  return data;
}

function interleaved(data: Uint8Array, { correction, blocks }: Layout): Uint8Array {
  let from = 0;
  const parts = blocks.map((bytes) => {
    const part = data.subarray(from, from + bytes);
    from += bytes;
    return { part, check: correctionOf(part, correction) };
  });
  const all: number[] = [];
  const longest = Math.max(...blocks);
  for (let at = 0; at < longest; at += 1)
    for (const { part } of parts) if (at < part.length) all.push(part[at] ?? 0);
  for (let at = 0; at < correction; at += 1) for (const { check } of parts) all.push(check[at] ?? 0);
  return Uint8Array.from(all);
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The squares while the symbol is built: 1 dark, 0 light; `fixed` are those that carry no data. */
class Squares {
  readonly size: number;
  readonly version: number;
  readonly squares: Uint8Array;
  readonly fixed: Uint8Array;

  constructor(version: number) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.squares = new Uint8Array(this.size ** 2);
    this.fixed = new Uint8Array(this.size ** 2);
    this.#patterns();
  }

  #set(x: number, y: number, dark: boolean): void {
    const at = y * this.size + x;
    this.squares[at] = dark ? 1 : 0;
    this.fixed[at] = 1;
  }

  #patterns(): void {
    const end = this.size - 1;
    for (let at = 0; at < this.size; at += 1) {
      this.#set(6, at, at % 2 === 0);
      this.#set(at, 6, at % 2 === 0);
    }
    const centres = alignments(this.version);
    for (const x of centres)
      for (const y of centres) {
        const corner = (x === 6 && y === 6) || (x === 6 && y === end - 6) || (x === end - 6 && y === 6);
        if (!corner) this.#rings(x, y, 2);
      }
    for (const [x, y] of [
      [3, 3],
      [end - 3, 3],
      [3, end - 3],
    ] as const)
      this.#rings(x, y, 4);
    this.#format(0);
    if (this.version >= 7) this.#versionMarks();
  }

  /** A finder (`reach` 4, with its light border) or an alignment pattern (2). */
  #rings(centreX: number, centreY: number, reach: number): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const [x, y] = [centreX + dx, centreY + dy];
        if (x < 0 || y < 0 || x >= this.size || y >= this.size) continue;
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.#set(x, y, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
      }
  }

  /** Level M is 00, then the mask; BCH (15, 5) and the mask that the standard puts over it. */
  #format(mask: number): void {
    let rest = mask;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const dark = (bit: number) => ((bits >> bit) & 1) === 1;
    const end = this.size - 1;
    for (let bit = 0; bit < 15; bit += 1) {
      const [x, y] = bit < 6 ? [8, bit] : bit < 8 ? [8, bit + 1] : bit === 8 ? [7, 8] : [14 - bit, 8];
      this.#set(x, y, dark(bit));
      if (bit < 8) this.#set(end - bit, 8, dark(bit));
      else this.#set(8, end - 14 + bit, dark(bit));
    }
    this.#set(8, end - 7, true);
  }

  #versionMarks(): void {
    let rest = this.version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let bit = 0; bit < 18; bit += 1) {
      const [long, short] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.#set(long, short, ((bits >> bit) & 1) === 1);
      this.#set(short, long, ((bits >> bit) & 1) === 1);
    }
  }

  /** Two columns at a time from the right, upwards and downwards in turn, past the timing column. */
  fill(codewords: Uint8Array): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upwards = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1)
        for (const x of [right, right - 1]) {
          const y = upwards ? this.size - 1 - step : step;
          if (this.fixed[y * this.size + x] === 1 || bit >= codewords.length * 8) continue;
          const byte = codewords[bit >> 3] ?? 0;
          this.squares[y * this.size + x] = (byte >> (7 - (bit & 7))) & 1;
          bit += 1;
        }
    }
  }

  /** Under the mask that disturbs a reader least. */
  masked(): QrMatrix {
    let best = { mask: 0, score: Number.POSITIVE_INFINITY };
    for (const mask of MASKS.keys()) {
      this.#apply(mask);
      const score = penalty(this.squares, this.size);
      if (score < best.score) best = { mask, score };
      this.#apply(mask);
    }
    this.#apply(best.mask);
    const { size, squares } = this;
    return { size, dark: (x, y) => squares[y * size + x] === 1 };
  }

  /** Twice is never: masking is its own opposite. */
  #apply(mask: number): void {
    const covers = MASKS[mask];
    this.#format(mask);
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1) {
        const at = y * this.size + x;
        if (this.fixed[at] === 0 && covers?.(x, y)) this.squares[at] = (this.squares[at] ?? 0) ^ 1;
      }
  }
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 10 + 4 * version;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  const centres = Array.from({ length: count - 1 }, (_, place) => last - place * step);
  return [6, ...centres.reverse()];
}

const FINDER_LIKE = ['10111010000', '00001011101'];

/** Runs of one colour, blocks of two by two, what looks like a finder, and how far from half dark it is. */
function penalty(squares: Uint8Array, size: number): number {
  const lines: string[] = [];
  for (let at = 0; at < size; at += 1) {
    const row = squares.subarray(at * size, (at + 1) * size);
    lines.push(row.join(''), Array.from({ length: size }, (_, y) => squares[y * size + at]).join(''));
  }
  let score = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) score += run.length - 2;
    for (const shape of FINDER_LIKE)
      for (let at = line.indexOf(shape); at >= 0; at = line.indexOf(shape, at + 1)) score += 40;
  }
  for (let y = 0; y + 1 < size; y += 1)
    for (let x = 0; x + 1 < size; x += 1) {
      const at = y * size + x;
      const sum = [at, at + 1, at + size, at + size + 1].reduce((all, one) => all + (squares[one] ?? 0), 0);
      if (sum === 0 || sum === 4) score += 3;
    }
  const dark = squares.reduce((all, one) => all + one, 0);
  return score + Math.floor(Math.abs((dark * 20) / size ** 2 - 10)) * 10;
}

/** The dark squares as an SVG path of unit squares, moved by the quiet border. */
export function qrPath({ size, dark }: QrMatrix, border = 4): string {
  let path = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!dark(x, y)) continue;
      let end = x;
      while (end + 1 < size && dark(end + 1, y)) end += 1;
      path += `M${x + border} ${y + border}h${end - x + 1}v1h-${end - x + 1}z`;
      x = end;
    }
  return path;
}
