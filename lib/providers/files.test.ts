import { describe, expect, test } from 'vitest';
import { fileIn, fileInBase64 } from '#lib/providers/shared-readers.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const PDF = Buffer.from('%PDF-1.7\n\u0000\u00ff binary', 'latin1');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);
const wanted = ['application/pdf'] as const;
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const base64 = PDF.toString('base64');
const uri = `data:application/pdf;base64,${base64}`;

describe('a file is found', () => {
  test.each<[string, Uint8Array]>([
    ['as it is', PDF],
    ['as base64 text', Buffer.from(`${base64}\n`)],
    ['as base64 in lines', Buffer.from(`${base64.slice(0, 8)}\r\n${base64.slice(8)}`)],
    ['as a data URI', Buffer.from(uri)],
    ['with parameters in the URI', Buffer.from(`data:application/pdf;name=a.pdf;base64,${base64}`)],
    ['as a JSON text', json(uri)],
    ['under base64', json({ base64 })],
    ['under base64 as a URI', json({ base64: uri })],
    ['in an envelope', json({ data: { receipt: { content: base64 } } })],
    ['directly under data', json({ data: base64 })],
    ['beside other texts', json({ file: 'recibo.pdf', document: '52998224725', pdf_base64: base64 })],
    ['as base64url', json({ base64: base64.replace(/\+/g, '-').replace(/\//g, '_') })],
  ])('%s', (_, bytes) => {
    const file = fileIn(bytes, wanted);
    expect(file.mimeType).toBe('application/pdf');
    expect(Buffer.from(file.bytes).equals(PDF)).toBe(true);
  });
});

test.each<[string, Uint8Array]>([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<html>%PDF-1.7</html>')],
  ['another kind of file', PNG],
  ['another kind in JSON', json({ base64: PNG.toString('base64') })],
  ['a sentence', json({ message: 'ok' })],
  ['null', json(null)],
])('no file: %s', (_, bytes) => {
  expect(() => fileIn(bytes, wanted)).toThrow(UnreadableAnswer);
});

test('what it is is told by its bytes, not by what a URI says', () => {
  const lied = `data:text/html;base64,${PNG.toString('base64')}`;
  expect(fileInBase64(lied, ['image/png'])).toMatchObject({ mimeType: 'image/png' });
  expect(
    fileInBase64(`data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`, ['image/png']),
  ).toBe(null);
});
