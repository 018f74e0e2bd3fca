import 'server-only';
import { crc32, deflateSync } from 'node:zlib';
import { qrCode } from './qr-code.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BORDER = 4;

/** A QR code of the text as PNG, black on white, one bit per pixel; `scale`: pixels per square. */
export function qrPng(text: string, scale = 8): Buffer {
  const { size, dark } = qrCode(text);
  const width = (size + 2 * BORDER) * scale;
  const rows: Buffer[] = [];
  for (let y = -BORDER; y < size + BORDER; y += 1) {
    // The first byte of a row means that it is not filtered; white is 1.
    const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
    row[0] = 0;
    for (let x = 0; x < size; x += 1) {
      if (y < 0 || y >= size || !dark(x, y)) continue;
      for (let pixel = (x + BORDER) * scale; pixel < (x + BORDER + 1) * scale; pixel += 1)
        row[1 + (pixel >> 3)] = (row[1 + (pixel >> 3)] ?? 0) & ~(0x80 >> (pixel & 7));
    }
    for (let copy = 0; copy < scale; copy += 1) rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(width, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
