import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

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
export async function embedLetterFonts(document: PDFDocument): Promise<{ font: PDFFont; bold: PDFFont }> {
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
