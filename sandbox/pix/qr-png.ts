import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const SCALE = 6;
const QUIET = 4;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A black and white PNG, one bit per pixel. */
export function qrPng(text: string): Buffer {
  const { data: modules } = encode(text, { ecc: 'M', border: 0 });
  const side = (modules.length + QUIET * 2) * SCALE;
  const stride = 1 + Math.ceil(side / 8);
  const pixels = Buffer.alloc(stride * side, 0xff);
  for (let y = 0; y < side; y++) {
    pixels[y * stride] = 0;
    const row = modules[Math.floor(y / SCALE) - QUIET];
    if (!row) continue;
    for (let x = 0; x < side; x++) {
      if (!row[Math.floor(x / SCALE) - QUIET]) continue;
      const place = y * stride + 1 + (x >> 3);
      pixels[place] = (pixels[place] as number) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
