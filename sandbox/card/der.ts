/** Encodes the DER forms (ITU-T X.690) that a certificate needs. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return Buffer.of(0x80 | digits.length, ...digits);
}

export const list = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
export const set = (...parts: Buffer[]): Buffer => der(0x31, ...parts);
export const bytes = (value: Buffer): Buffer => der(0x04, value);
export const text = (value: string): Buffer => der(0x0c, Buffer.from(value, 'utf8'));
export const tagged = (number: number, ...parts: Buffer[]): Buffer => der(0xa0 | number, ...parts);

export function bits(value: Buffer, unused: number): Buffer {
  return der(0x03, Buffer.of(unused), value);
}

/** Encodes an unsigned big-endian number in as few bytes as DER requires. */
export function integer(value: Buffer): Buffer {
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start++;
  const body = value.subarray(start);
  return der(0x02, ...((body[0] ?? 0) >= 0x80 ? [Buffer.of(0)] : []), body);
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const groups = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
    return digits;
  });
  return der(0x06, Buffer.from(groups));
}

/** RFC 5280: UTCTime until 2049, GeneralizedTime from then on; whole seconds. */
export function time(at: Date): Buffer {
  const digits = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  const short = at.getUTCFullYear() < 2050;
  return der(short ? 0x17 : 0x18, Buffer.from(short ? digits.slice(2) : digits, 'ascii'));
}
