import 'server-only';
import { createHash } from 'node:crypto';
import { PDFDocument, type PDFFont, rgb } from '@cantoo/pdf-lib';
import type { Ctx } from '#lib/api/context.ts';
import { embedFonts, signsWithoutGlyph } from '#lib/core/pdf-fonts.ts';
import { cut } from '#lib/core/text.ts';
import { db } from '#lib/data/client.ts';
import type { DefensePreview, LetterSign } from '#lib/disputes/contract.ts';
import {
  characters,
  type Fact,
  letterOf,
  plainText,
  SECTIONS,
  type Sections,
  sectionText,
  unknownFacts,
} from '#lib/disputes/letter.ts';
import { stateOf } from '#lib/disputes/rules.ts';
import {
  requireDefenses,
  type StoredDraft,
  sentThrough,
  storedDraft,
} from '#lib/disputes/server/defense-store.ts';
import { limitsOf } from '#lib/disputes/server/disputes-of.ts';
import { factsOf, LETTER } from '#lib/disputes/server/facts.ts';
import { safeName } from '#lib/disputes/server/file-types.ts';
import { readDispute } from '#lib/disputes/server/read-dispute.ts';
import { openOperation } from '#lib/operations/server/perform.ts';
import type { Infraction } from '#lib/providers/records.ts';

export type ComposedFile = { id: string | null; name: string; mimeType: string; size: number };
/** Everything that would be sent. `letter`: content of the generated file, which has `id` null in `files`. */
export type Composed = {
  version: number;
  text: string;
  files: ComposedFile[];
  letter: Letter | null;
  obstacles: string[];
  /** Characters that the letter's PDF cannot show, with their section. */
  signs: LetterSign[];
  digest: string;
};

/** A letter in another alphabet would list too many characters. */
const MOST_SIGNS = 40;
const PDF = { mimeType: 'application/pdf', endings: ['pdf'] };

/**
 * Cuts a letter so that it fits `limit` characters with `closing`, which states where the rest is. Cuts at
 * the end of a paragraph, otherwise a sentence, otherwise a word; never inside a character.
 */
export function fitLetter(text: string, limit: number, closing: string): string {
  const available = limit - characters(closing) - 2;
  if (available <= 0) return cut(text, Math.max(0, limit)).trim();
  const head = cut(text, available);
  const least = available * 0.6;
  const ends = [head.lastIndexOf('\n\n'), lastSentence(head), head.search(/\s\S*$/)];
  const end = ends.find((index) => index >= least) ?? head.length;
  return `${head.slice(0, end).trim()}\n\n${closing}`;
}

function lastSentence(text: string): number {
  const last = [...text.matchAll(/[.;:?](?=\s)/g)].at(-1);
  return last === undefined ? -1 : last.index + 1;
}

/** Composes a stored version: facts replaced, the full text as a PDF if too long, obstacles to sending. */
export async function composeDefense(
  ctx: Ctx,
  infraction: Infraction,
  { version, content, attachments, updatedAt }: StoredDraft,
): Promise<Composed> {
  const limits = limitsOf(ctx.account);
  const facts = await factsOf(ctx, infraction, { fresh: true });
  const whole = letterOf(content.sections, facts);
  const long = characters(whole) > limits.characters;
  const at = (updatedAt ?? new Date(0)).toISOString();
  const letter = long && content.letterAsPdf ? { protocol: infraction.protocol, text: whole, at } : null;
  const files = attachments.map(
    ({ id, name, mimeType, size }): ComposedFile => ({ id, name, mimeType, size }),
  );
  const names = files.map(({ name }) => name);
  let text = whole;
  if (letter !== null) {
    const name = safeName(LETTER.file, PDF, names);
    text = fitLetter(whole, limits.characters, LETTER.continued(name));
    files.push({ id: null, name, mimeType: PDF.mimeType, size: (await letterPdf(letter)).length });
  }
  const signs = letter === null ? [] : await signsIn(content.sections, facts);
  const obstacles = [
    whole === '' && 'empty',
    unknownFacts(content.sections, facts).length > 0 && 'unknown_fact',
    signs.length > 0 && 'no_glyph',
    characters(text) > limits.characters && 'too_long',
    files.length > limits.files && 'too_many_files',
    files.reduce((sum, { size }) => sum + size, 0) > limits.bytes && 'too_large',
  ].filter((name) => name !== false);
  const parts = [text, letter, files.map(({ name }) => name), attachments.map(({ digest }) => digest)];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  return { version, text, files, letter, obstacles, signs, digest };
}

async function signsIn(sections: Sections, facts: readonly Fact[]): Promise<LetterSign[]> {
  const found = await Promise.all(
    SECTIONS.map(async (section) => {
      const signs = await signsWithoutGlyph(sectionText(sections[section], facts));
      return signs.map((sign) => ({ sign, section }));
    }),
  );
  return found.flat().slice(0, MOST_SIGNS);
}

export function previewOf(composed: Composed, limit: number, more: readonly string[]): DefensePreview {
  const { version, text, files, obstacles, signs, digest } = composed;
  return {
    version,
    text,
    characters: characters(text),
    limit,
    files: files.map(({ id, ...file }) => ({ ...file, generated: id === null })),
    obstacles: [...obstacles, ...more],
    signs,
    digest,
  };
}

/** What would be sent for the stored version, and everything that blocks sending it now. */
export async function previewDefense({ ctx, id }: { ctx: Ctx; id: string }): Promise<DefensePreview> {
  const of = requireDefenses(ctx, id);
  const { infraction } = await readDispute(ctx, id);
  const [stored, sent, open] = await Promise.all([
    storedDraft(of),
    sentThrough(of),
    openOperation(db(), of.accountId, 'defense', id),
  ]);
  const composed = await composeDefense(ctx, infraction, stored);
  const state = stateOf({ ...infraction, defended: infraction.defenses.length > 0 });
  const more = [
    state === 'closed' && 'closed',
    (state === 'answered' || sent !== null) && 'answered',
    open !== null && 'sending',
  ].filter((name) => name !== false);
  return previewOf(composed, limitsOf(ctx.account).characters, more);
}

const PAGE = { width: 595.28, height: 841.89, margin: 62 };
const TEXT = { size: 11, leading: 16 };
const INK = rgb(0.1, 0.12, 0.14);

/** `at`: ISO 8601. The same letter with the same `at` gives the same file, byte for byte. */
export type Letter = { protocol: string | null; text: string; at: string };

/** The whole letter on A4 pages; `composeDefense` refuses a text with characters that the font lacks. */
export async function letterPdf({ protocol, text, at }: Letter): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const writtenAt = new Date(at);
  document.setTitle(LETTER.title);
  document.setCreationDate(writtenAt);
  document.setModificationDate(writtenAt);
  const { font, bold } = await embedFonts(document);
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
