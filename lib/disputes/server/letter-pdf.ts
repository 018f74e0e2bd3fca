import 'server-only';
import { PDFDocument, type PDFFont, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { LETTER } from '#lib/disputes/server/letter-words.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 62 };
const TEXT = { size: 11, leading: 16 };
const INK = rgb(0.1, 0.12, 0.14);

/** `at` ISO 8601: the same letter of the same instant is the same file, byte for byte. */
export type Letter = { protocol: string | null; text: string; at: string };

/** The whole letter on A4 pages. What its font lacks (emoji, other alphabets) becomes a question mark. */
export async function letterPdf({ protocol, text, at }: Letter): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const made = new Date(at);
  document.setTitle(LETTER.title);
  document.setCreationDate(made);
  document.setModificationDate(made);
  const [font, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const lines = linesOf(printable(text, font), font);
  const perPage = Math.floor((PAGE.height - 2 * PAGE.margin - 60) / TEXT.leading);
  const pages = Math.max(1, Math.ceil(lines.length / perPage));
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    let y = PAGE.height - PAGE.margin;
    if (number === 0) {
      page.drawText(LETTER.title, { x: PAGE.margin, y, size: 16, font: bold, color: INK });
      const subtitle = printable(LETTER.subtitle(protocol, at), font);
      page.drawText(subtitle, { x: PAGE.margin, y: y - 20, size: 9, font, color: INK });
    }
    y -= 52;
    for (const line of lines.slice(number * perPage, (number + 1) * perPage)) {
      if (line !== '') page.drawText(line, { x: PAGE.margin, y, size: TEXT.size, font, color: INK });
      y -= TEXT.leading;
    }
    const foot = LETTER.page(number + 1, pages);
    page.drawText(foot, { x: PAGE.margin, y: PAGE.margin / 2, size: 9, font, color: INK });
  }
  return document.save({ useObjectStreams: false });
}

function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  return [...text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/\t/g, '  ')]
    .filter((sign) => sign === '\n' || !/\p{Cc}|\p{Cf}|\u{fe0f}/u.test(sign))
    .map((sign) => (sign === '\n' || known.has(sign.codePointAt(0) ?? 0) ? sign : '?'))
    .join('');
}

function linesOf(text: string, font: PDFFont): string[] {
  const width = PAGE.width - 2 * PAGE.margin;
  const fits = (line: string) => font.widthOfTextAtSize(line, TEXT.size) <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').flatMap((part) => broken(part, fits))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || fits(longer)) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  });
}

/** A word wider than the line (an address, an id) is broken where the line ends. */
function broken(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (part !== '' && !fits(part + sign)) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}
