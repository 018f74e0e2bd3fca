import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

/** The font of the PDFs that Guichê writes. */

/** Inter (SIL Open Font License), complete: extended Latin, Greek, Cyrillic, arrows, ticks, bullets. */
const FOLDER = join(process.cwd(), 'node_modules/@expo-google-fonts/inter');

const FONTS = { regular: '400Regular/Inter_400Regular.ttf', bold: '700Bold/Inter_700Bold.ttf' } as const;

/** Off: Inter would draw `->` as an arrow and `10x10` as a product, which is not the text in the preview. */
const FEATURES = Object.fromEntries(
  ['calt', 'liga', 'clig', 'rlig', 'frac', 'numr', 'dnom'].map((name) => [name, false]),
);

const fontReads = new Map<string, Promise<Buffer>>();

/** Reads each file once per process. After a failure the next call tries again. */
function fontBytes(file: string): Promise<Buffer> {
  const bytes = fontReads.get(file) ?? readFile(join(FOLDER, file));
  fontReads.set(file, bytes);
  bytes.catch(() => fontReads.delete(file));
  return bytes;
}

/** Loaded with the first PDF, because few processes write one. */
const fontkit = async () => (await import('@cantoo/fontkit')).default;

/** Embeds both weights with only the glyphs that are drawn. Equal texts give equal files. */
export async function embedFonts(document: PDFDocument): Promise<{ font: PDFFont; bold: PDFFont }> {
  document.registerFontkit(await fontkit());
  const embed = async (file: string, name: string) =>
    document.embedFont(await fontBytes(file), { subset: true, customName: name, features: FEATURES });
  // A PDF font name with six letters and a plus marks a subset font.
  return {
    font: await embed(FONTS.regular, 'GUICHE+Inter'),
    bold: await embed(FONTS.bold, 'GUICHE+Inter-Bold'),
  };
}

let face: Font | undefined;

/** Characters of a text that the font lacks, without duplicates. An emoji counts as one. */
export async function signsWithoutGlyph(text: string): Promise<string[]> {
  face ??= (await fontkit()).create(await fontBytes(FONTS.regular)) as Font;
  const font = face;
  const signs = new Set<string>();
  // Private-use characters mean something else in each font; Inter has some too.
  const shows = (sign: string) =>
    sign === '\n' || (font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) && !/\p{Co}/u.test(sign));
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text))
    if (![...segment].every(shows)) signs.add(segment);
  return [...signs];
}
