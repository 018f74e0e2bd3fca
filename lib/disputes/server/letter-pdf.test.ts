import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { examineFile } from '#lib/disputes/server/file-types.ts';
import { letterPdf } from '#lib/disputes/server/letter-pdf.ts';
import { LETTER, letterInstant } from '#lib/disputes/server/letter-words.ts';

const letter = (text: string) => ({ protocol: 'p-1', text, at: '2026-11-19T17:03:12.345Z' });

describe('the letter as a file', () => {
  test('is a whole PDF, the same each time it is made', async () => {
    const [one, two] = await Promise.all([
      letterPdf(letter('Olá.\n\nFim.')),
      letterPdf(letter('Olá.\n\nFim.')),
    ]);
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    expect(examineFile(Buffer.from(one), 'defesa.pdf', 'application/pdf').fault).toBeNull();
    expect(Buffer.from(await letterPdf(letter('Outra.'))).equals(Buffer.from(one))).toBe(false);
  });
  test('takes as many pages as it needs', async () => {
    const long = await PDFDocument.load(await letterPdf(letter('Uma linha.\n'.repeat(120))));
    expect(long.getPageCount()).toBe(3);
    const short = await PDFDocument.load(await letterPdf(letter('')));
    expect(short.getPageCount()).toBe(1);
  });
  test('is made of any text: emoji, control signs, words without end', async () => {
    const bytes = await letterPdf(letter(`👍 \u0000\u202E日本 ${'x'.repeat(3000)}\ttab\r\n— “aspas” … €`));
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  });
});

describe('its words', () => {
  test('instants are of São Paulo', () => {
    expect(letterInstant('2026-11-14T13:22:07.900Z')).toBe('14/11/2026 às 10:22:07');
    expect(letterInstant('no instant')).toBe('no instant');
  });
  test('counts are worded', () => {
    expect(LETTER.earlierPayments(1, true)).toBe('Há 1 compra anterior do mesmo pagador, sem disputa.');
    expect(LETTER.earlierPayments(3, true)).toBe(
      'Há 3 compras anteriores do mesmo pagador, todas sem disputa.',
    );
    expect(LETTER.earlierPayments(3, false)).toBe('Há 3 compras anteriores do mesmo pagador.');
  });
});
