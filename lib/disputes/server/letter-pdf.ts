import 'server-only';
import { PDFDocument, type PDFFont, rgb } from '@cantoo/pdf-lib';
import { plainText } from '#lib/disputes/plain-text.ts';
import { embedLetterFonts, signsWithoutGlyph } from '#lib/disputes/server/letter-font.ts';
import { LETTER } from '#lib/disputes/server/letter-words.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 62 };
const TEXT = { size: 11, leading: 16 };
const INK = rgb(0.1, 0.12, 0.14);

/** `at` ISO 8601: the same letter of the same instant is the same file, byte for byte. */
export type Letter = { protocol: string | null; text: string; at: string };

/** The whole letter on A4 pages. A text with signs that its font lacks is not sent (`compose-defense.ts`). */
export async function letterPdf({ protocol, text, at }: Letter): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const made = new Date(at);
  document.setTitle(LETTER.title);
  document.setCreationDate(made);
  document.setModificationDate(made);
  const { font, bold } = await embedLetterFonts(document);
  const lines = linesOf(plainText(text), font);
  const perPage = Math.floor((PAGE.height - 2 * PAGE.margin - 60) / TEXT.leading);
  const pages = Math.max(1, Math.ceil(lines.length / perPage));
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    let y = PAGE.height - PAGE.margin;
    if (number === 0) {
      page.drawText(LETTER.title, { x: PAGE.margin, y, size: 16, font: bold, color: INK });
      const subtitle = LETTER.subtitle(await printable(protocol), at);
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

/** The service's own sign for the dispute; nobody here could mend one that cannot be drawn. */
async function printable(protocol: string | null): Promise<string | null> {
  const plain = protocol === null ? '' : plainText(protocol).replaceAll('\n', ' ').trim();
  return plain === '' || (await signsWithoutGlyph(plain)).length > 0 ? null : plain;
}

function linesOf(text: string, font: PDFFont): string[] {
  const most = PAGE.width - 2 * PAGE.margin;
  const widthOf = (part: string) => font.widthOfTextAtSize(part, TEXT.size);
  const blank = widthOf(' ');
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line: { text: string; width: number } | null = null;
    for (const word of paragraph.split(' ').flatMap((part) => broken(part, widthOf, most))) {
      const width = widthOf(word);
      if (line !== null && line.width + blank + width <= most)
        line = { text: `${line.text} ${word}`, width: line.width + blank + width };
      else {
        if (line !== null) lines.push(line.text);
        line = { text: word, width };
      }
    }
    return [...lines, line?.text ?? ''];
  });
}

/** A word wider than the line (an address, an id) is broken where the line ends. */
function broken(word: string, widthOf: (part: string) => number, most: number): string[] {
  if (widthOf(word) <= most) return [word];
  const parts: string[] = [];
  let part = { text: '', width: 0 };
  for (const sign of word) {
    const width = widthOf(sign);
    if (part.text !== '' && part.width + width > most) {
      parts.push(part.text);
      part = { text: '', width: 0 };
    }
    part = { text: part.text + sign, width: part.width + width };
  }
  return [...parts, part.text];
}
