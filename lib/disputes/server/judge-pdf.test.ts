import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { examineFile, judgePdf } from '#lib/disputes/server/file-types.ts';
import { aPdf } from '#lib/disputes/server/testing/a-pdf.ts';

const ALGORITHMS = ['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const;
type Made = {
  algorithm?: (typeof ALGORITHMS)[number];
  userPassword?: string;
  useObjectStreams: boolean;
};

/**
 * A document of two pages, encrypted on request; with object streams its trailer is a cross-reference stream.
 */
async function made({ algorithm, userPassword, useObjectStreams }: Made): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Nota 1');
  document.addPage().drawText('Nota 2');
  if (algorithm !== undefined) {
    const id = PDFHexString.of('00112233445566778899aabbccddeeff');
    document.context.trailerInfo.ID = document.context.obj([id, id]);
    document.encrypt({
      algorithm,
      allowWeakCryptography: true,
      ownerPassword: 'owner',
      ...(userPassword === undefined ? {} : { userPassword }),
      permissions: { printing: false, modifying: false, copying: false },
    });
  }
  return Buffer.from(await document.save({ useObjectStreams }));
}
const errorOf = async (bytes: Buffer) => (await examineFile(bytes, 'nota.pdf', 'application/pdf')).error;

describe.each(ALGORITHMS)('locked by %s', (algorithm) => {
  test.each([true, false])(
    'against printing alone it is taken, object streams %s',
    async (useObjectStreams) => {
      expect(await errorOf(await made({ algorithm, useObjectStreams }))).toBeNull();
    },
  );
  test.each([true, false])('with a password it is refused, object streams %s', async (useObjectStreams) => {
    const bytes = await made({ algorithm, userPassword: 'segredo', useObjectStreams });
    expect(await errorOf(bytes)).toBe('encrypted');
    const behind = Buffer.concat([bytes, Buffer.alloc(9_000, ' ')]);
    expect(await errorOf(behind), 'the trailer is further from the end than any window').toBe('encrypted');
  });
});

test('a text about encryption locks nothing', async () => {
  const document = await PDFDocument.load(await made({ useObjectStreams: false }));
  document.catalog.set(PDFName.of('Note'), document.context.obj({ Encrypt: 'no' }));
  const bytes = Buffer.from(await document.save({ useObjectStreams: false }));
  const text = Buffer.concat([bytes, Buffer.from('\n% trailer << /Encrypt 5 0 R >>\n')]);
  expect(await errorOf(text)).toBeNull();
});

test('a lock of certificates is not opened by an empty password', async () => {
  const text = aPdf().toString('latin1');
  const lock = '5 0 obj\n<< /Filter /Adobe.PubSec /V 4 >>\nendobj\n';
  const locked = text
    .replace('xref\n', `${lock}xref\n`)
    .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R /ID [<00> <00>]');
  expect(await errorOf(Buffer.from(locked, 'latin1'))).toBe('encrypted');
});

describe('broken ones', () => {
  test.each<[string, (text: string) => string]>([
    ['without a page', (text) => text.replace('/Kids [3 0 R]', '/Kids []')],
    ['whose page is not there', (text) => text.replace('/Kids [3 0 R]', '/Kids [9 0 R]')],
    ["whose page's content is not there", (text) => text.replace('/Parent', '/Contents 9 0 R /Parent')],
    ['whose pages lead in a circle', (text) => text.replace('/Kids [3 0 R]', '/Kids [2 0 R]')],
    [
      'without a catalog',
      (text) => text.replace('/Type /Catalog', '/Type /Nothing').replace('/Root', '/Roof'),
    ],
  ])('%s', async (_, broken) => {
    expect(await errorOf(Buffer.from(broken(aPdf().toString('latin1')), 'latin1'))).toBe('damaged');
  });

  test('one that was cut behind the table of its first page', async () => {
    const text = aPdf().toString('latin1');
    expect(await errorOf(Buffer.from(`${text}6 0 obj\n<< >>\nendobj\n7 0 obj\n<< /Le`, 'latin1'))).toBe(
      'damaged',
    );
  });
});

describe('hostile ones are given up in time', () => {
  const stream = (of: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`%PDF-1.5\n1 0 obj\n<< ${of} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF\n'),
    ]);
  test('half a gigabyte in half a megabyte', async () => {
    const blanks = deflateSync(Buffer.alloc(1 << 29, ' '), { level: 1 });
    const bomb = stream('/Type /ObjStm /N 9 /First 9 /Filter /FlateDecode', blanks);
    const most = { ms: 120_000, heapMegabytes: 256, outsideHeapBytes: 128 << 20 };
    expect(await judgePdf(bomb, most), 'by its memory, long before its time').toBe('too_complex');
  });
  test('what leads a reader in circles', async () => {
    const digits = Buffer.from(`%PDF-1.4\n${'1'.repeat(9_000_000)}\nstartxref\n0\n%%EOF\n`);
    const began = performance.now();
    const most = { ms: 1_500, heapMegabytes: 128, outsideHeapBytes: 128 << 20 };
    expect(await judgePdf(digits, most)).toBe('too_complex');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
  test('more objects than a heap may hold', async () => {
    const many = Buffer.from(
      `%PDF-1.4\n1 0 obj\n[${'<</A[]>>'.repeat(1_200_000)}]\nendobj\nstartxref\n0\n%%EOF\n`,
    );
    const most = { ms: 60_000, heapMegabytes: 64, outsideHeapBytes: 256 << 20 };
    expect(await judgePdf(many, most)).toBe('too_complex');
  });
  test('more pages than anybody reads; one page that is named many times is one', async () => {
    const text = aPdf().toString('latin1');
    const numbers = Array.from({ length: 1_100 }, (_, page) => page + 10);
    const pages = numbers.map((number) => `${number} 0 obj\n<< /Type /Page >>\nendobj\n`).join('');
    const kids = (names: string) => text.replace('/Kids [3 0 R]', `/Kids [${names}]`);
    const many = kids(numbers.map((number) => `${number} 0 R`).join(' ')).replace('xref\n', `${pages}xref\n`);
    expect(await errorOf(Buffer.from(many, 'latin1'))).toBe('too_complex');
    expect(await errorOf(Buffer.from(kids('3 0 R '.repeat(90_000)), 'latin1'))).toBeNull();
  });
  test('the next file is judged as if nothing had been', async () => {
    expect(await judgePdf(aPdf())).toBeNull();
  });
});
