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

/** `at`: ISO 8601. The same letter with the same `at` gives the same file, byte for byte. */
export type Letter = { protocol: string | null; text: string; at: string };

/** Inter (SIL Open Font License), complete: extended Latin, Greek, Cyrillic, arrows, ticks, bullets. */
const FOLDER = join(process.cwd(), 'node_modules/@expo-google-fonts/inter');

const FILES = { regular: '400Regular/Inter_400Regular.ttf', bold: '700Bold/Inter_700Bold.ttf' } as const;

/** Off: Inter would draw `->` as an arrow and `10x10` as a product, which is not the text in the preview. */
const FEATURES = Object.fromEntries(
  ['calt', 'liga', 'clig', 'rlig', 'frac', 'numr', 'dnom'].map((name) => [name, false]),
);

const read = new Map<string, Promise<Buffer>>();

/** Reads each file once per process. After a failure the next call tries again. */
function bytesOf(file: string): Promise<Buffer> {
  const bytes = read.get(file) ?? readFile(join(FOLDER, file));
  read.set(file, bytes);
  bytes.catch(() => read.delete(file));
  return bytes;
}

/** Loaded on the first letter, because few processes write one. */
const reader = async () => (await import('@cantoo/fontkit')).default;

/** Embeds both weights with only the glyphs that are drawn. Equal texts give equal files. */
async function embedLetterFonts(document: PDFDocument): Promise<{ font: PDFFont; bold: PDFFont }> {
  document.registerFontkit(await reader());
  const embed = async (file: string, name: string) =>
    document.embedFont(await bytesOf(file), { subset: true, customName: name, features: FEATURES });
  // A PDF font name with six letters and a plus marks a subset font.
  return {
    font: await embed(FILES.regular, 'GUICHE+Inter'),
    bold: await embed(FILES.bold, 'GUICHE+Inter-Bold'),
  };
}

let face: Font | undefined;

/** Characters of a text that the letter's font lacks, without duplicates. An emoji counts as one. */
export async function signsWithoutGlyph(text: string): Promise<string[]> {
  face ??= (await reader()).create(await bytesOf(FILES.regular)) as Font;
  const font = face;
  const signs = new Set<string>();
  // Private-use characters mean something else in each font; Inter has some too.
  const shows = (sign: string) =>
    sign === '\n' || (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) && !/\p{Co}/u.test(sign));
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text))
    if (![...segment].every(shows)) signs.add(segment);
  return [...signs];
}

/** Texts of the letter: always Portuguese, as it goes to the payer's bank. No interface messages. */

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

/** The whole letter on A4 pages. `compose-defense.ts` refuses a text with characters that the font lacks. */
export async function letterPdf({ protocol, text, at }: Letter): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const writtenAt = new Date(at);
  document.setTitle(LETTER.title);
  document.setCreationDate(writtenAt);
  document.setModificationDate(writtenAt);
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

/** The provider's protocol, or null if the font cannot draw it: the operator could not fix it. */
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

/** Breaks a word that is wider than the line (an address, an id) at the end of the line. */
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
