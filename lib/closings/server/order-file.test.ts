import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { rowsOfFile, uploadOf } from '#lib/closings/server/order-file.ts';

const refused = (bytes: Buffer) =>
  rowsOfFile(bytes).then(
    () => null,
    (error: { code: string; details: { fields: unknown } }) => [error.code, error.details.fields],
  );
const at = (message: string) => ['invalid_request', [{ field: 'file', message }]];

describe('what is read', () => {
  test.each<[string, Buffer]>([
    ['commas', Buffer.from('pedido,valor\r\n"a;1","1.180,00"\r\n')],
    ['semicolons, with a BOM', Buffer.from('\uFEFFpedido;valor\r\n"a;1";1.180,00\r\n')],
    ['tabs', Buffer.from('pedido\tvalor\na;1\t1.180,00\n')],
  ])('%s', async (_, bytes) => {
    expect(await rowsOfFile(bytes)).toEqual([
      ['pedido', 'valor'],
      ['a;1', '1.180,00'],
    ]);
  });

  test('Windows-1252, and the forms that keep a text a text', async () => {
    expect(await rowsOfFile(Buffer.from('refer\u00eancia;valor\n="00123";5,00\n', 'latin1'))).toEqual([
      ['referência', 'valor'],
      ['00123', '5,00'],
    ]);
  });

  test('the first sheet of a workbook', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['pedido', 'valor'],
            ['a', 10.5],
          ],
        },
        { name: 'B', rows: [['nothing']] },
      ],
    });
    expect(await rowsOfFile(Buffer.from(bytes))).toEqual([
      ['pedido', 'valor'],
      ['a', 10.5],
    ]);
  });
});

/** A ZIP of one part; `size`: as its directory states. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(10, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  // It claims ten bytes.
  central.writeUInt32LE(10, 24);
  central.writeUInt16LE(name.length, 28);
  const body = Buffer.concat([local, Buffer.from(name), packed]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, central, Buffer.from(name), end]);
}

describe('what is refused, at its field', () => {
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.from('\n\n'), 'empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'not_a_table'],
    ['a ZIP without an end', Buffer.from('PK\x03\x04 and nothing more', 'latin1'), 'not_a_table'],
    ['a ZIP that is no workbook', zipOf('a.txt', Buffer.from('x')), 'not_a_table'],
    ['200 MB in 200 kB', zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(200_000_000)), 'too_large'],
    ['too many rows', Buffer.from('a,1\n'.repeat(50_002)), 'too_many_rows'],
    ['too many columns', Buffer.from(`${'a,'.repeat(80)}b\n`), 'too_many_columns'],
  ])('%s', async (_, bytes, message) => {
    expect(await refused(bytes)).toEqual(at(message));
  });

  test('a form without the file, one that is not a form, one that is too large', async () => {
    const form = new FormData();
    form.append('other', 'x');
    await expect(uploadOf(new Request('http://x/', { method: 'POST', body: form }))).rejects.toMatchObject({
      details: { fields: [{ field: 'file', message: 'missing' }] },
    });
    const json = new Request('http://x/', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await expect(uploadOf(json)).rejects.toMatchObject({ code: 'unsupported_media_type' });
    const large = new FormData();
    large.append('file', new File([new Uint8Array(10_200_000)], 'a.csv'));
    await expect(uploadOf(new Request('http://x/', { method: 'POST', body: large }))).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });
});
