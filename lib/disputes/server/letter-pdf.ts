import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from '@cantoo/fontkit';
import { PDFDocument, type PDFFont, rgb } from '@cantoo/pdf-lib';
import { withOffset } from '#lib/core/dates.ts';
import { plainText } from '#lib/disputes/letter.ts';

const PAGE = { width: 595.28, height: 841.89, margin: 62 };
const TEXT = { size: 11, leading: 16 };
const INK = rgb(0.1, 0.12, 0.14);

/** `at` ISO 8601: the same letter of the same instant is the same file, byte for byte. */
export type Letter = { protocol: string | null; text: string; at: string };

/** Inter (SIL Open Font License), whole: Latin with its extensions, Greek, Cyrillic, arrows, ticks, bullets. */
const FOLDER = join(process.cwd(), 'node_modules/@expo-google-fonts/inter');

const FILES = { regular: '400Regular/Inter_400Regular.ttf', bold: '700Bold/Inter_700Bold.ttf' } as const;

/** Off: Inter writes `->` as an arrow and `10x10` as a product, which is another text than the one that was seen. */
const FEATURES = {
  calt: false,
  liga: false,
  clig: false,
  rlig: false,
  frac: false,
  numr: false,
  dnom: false,
};

const read = new Map<string, Promise<Buffer>>();

/** Read once in a process. A file that cannot be read is tried again the next time. */
function bytesOf(file: string): Promise<Buffer> {
  const bytes = read.get(file) ?? readFile(join(FOLDER, file));
  read.set(file, bytes);
  bytes.catch(() => read.delete(file));
  return bytes;
}

/** Loaded with the first letter: few processes write one. */
const reader = async () => (await import('@cantoo/fontkit')).default;

/** Both weights for one document; it holds the glyphs that are drawn. Equal texts give equal files. */
async function embedLetterFonts(document: PDFDocument): Promise<{ font: PDFFont; bold: PDFFont }> {
  document.registerFontkit(await reader());
  const embed = async (file: string, name: string) =>
    document.embedFont(await bytesOf(file), { subset: true, customName: name, features: FEATURES });
  // Six letters and a plus mark a font that holds a part of its glyphs.
  return {
    font: await embed(FILES.regular, 'GUICHE+Inter'),
    bold: await embed(FILES.bold, 'GUICHE+Inter-Bold'),
  };
}

let face: Font | undefined;

/** Signs of a text that the letter's font has no glyph for, as people see them (one emoji is one), each once. */
export async function signsWithoutGlyph(text: string): Promise<string[]> {
  face ??= (await reader()).create(await bytesOf(FILES.regular)) as Font;
  const font = face;
  const signs = new Set<string>();
  // Private signs mean another thing in every font; Inter has some too.
  const shows = (sign: string) =>
    sign === '\n' || (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) && !/\p{Co}/u.test(sign));
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text))
    if (![...segment].every(shows)) signs.add(segment);
  return [...signs];
}

/**
 * The words of a defense itself. Always Portuguese, whatever language the operator reads: the letter goes to the
 * payer's bank. They are a document that is sent, not texts of the product.
 */

/** '14/11/2026 às 10:22:07', São Paulo. */
export function letterInstant(instant: string): string {
  const [, year, month, day, time] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(withOffset(instant)) ?? [];
  return year === undefined ? instant : `${day}/${month}/${year} às ${time}`;
}

export const LETTER = {
  amountTime: (amount: string, paidAt: string) => `${amount}, pago em ${letterInstant(paidAt)}`,
  sameDocument: 'O documento do pagador é o mesmo do comprador.',
  earlierPayments: (count: number, undisputed: boolean) => {
    const counted =
      count === 1
        ? 'Há 1 compra anterior do mesmo pagador'
        : `Há ${count} compras anteriores do mesmo pagador`;
    if (!undisputed) return `${counted}.`;
    return count === 1 ? `${counted}, sem disputa.` : `${counted}, todas sem disputa.`;
  },
  noticeDelivered: (at: string, status: number) =>
    `O sistema da loja recebeu o aviso do pagamento em ${letterInstant(at)} (HTTP ${status}).`,
  file: 'defesa.pdf',
  continued: (file: string) => `(O texto completo desta defesa está no anexo ${file}.)`,
  title: 'Defesa',
  subtitle: (protocol: string | null, at: string) =>
    `${protocol === null ? '' : `Protocolo ${protocol}, `}${letterInstant(at)} (horário de São Paulo)`,
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;

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
