/** QR Code data for byte mode at level M: the text as bytes, with Reed-Solomon codewords, interleaved. */
const ECC = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const LARGEST = 20;

function rawCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

function generator(degree: number): number[] {
  const result = new Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let turn = 0; turn < degree; turn++) {
    for (let place = 0; place < degree; place++) {
      result[place] = multiply(result[place] as number, root) ^ (result[place + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() as number);
    result.push(0);
    divisor.forEach((coefficient, place) => {
      result[place] = (result[place] as number) ^ multiply(coefficient, factor);
    });
  }
  return result;
}

function dataCodewords(bytes: Buffer, version: number, capacity: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let place = 0; place < bits.length; place += 8) {
    words.push(Number.parseInt(bits.slice(place, place + 8).join(''), 2));
  }
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The smallest version that holds the text, and its codewords in the order in which they are drawn. */
export function codewords(text: string): { version: number; words: number[] } {
  const bytes = Buffer.from(text, 'utf8');
  for (let version = 1; version <= LARGEST; version++) {
    const [ecc, count] = [ECC[version] as number, BLOCKS[version] as number];
    const raw = rawCodewords(version);
    const capacity = raw - ecc * count;
    if (bytes.length + (version < 10 ? 2 : 3) > capacity) continue;
    const data = dataCodewords(bytes, version, capacity);
    const short = count - (raw % count);
    const length = Math.floor(raw / count) - ecc;
    const divisor = generator(ecc);
    const blocks: { data: number[]; ecc: number[] }[] = [];
    for (let block = 0, place = 0; block < count; block++) {
      const part = data.slice(place, place + length + (block < short ? 0 : 1));
      place += part.length;
      blocks.push({ data: part, ecc: remainder(part, divisor) });
    }
    const words: number[] = [];
    for (let place = 0; place <= length; place++) {
      for (const { data: part } of blocks) if (place < part.length) words.push(part[place] as number);
    }
    for (let place = 0; place < ecc; place++)
      for (const block of blocks) words.push(block.ecc[place] as number);
    return { version, words };
  }
  throw new Error('text too long for a QR Code');
}
