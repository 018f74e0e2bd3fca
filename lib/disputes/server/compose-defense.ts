import 'server-only';
import { createHash } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { cut } from '#lib/core/text.ts';
import { db } from '#lib/data/client.ts';
import type { DefensePreview, LetterSign } from '#lib/disputes/contract.ts';
import {
  characters,
  type Fact,
  letterOf,
  SECTIONS,
  type Sections,
  sectionText,
  unknownFacts,
} from '#lib/disputes/letter.ts';
import { stateOf } from '#lib/disputes/rules.ts';
import { limitsOf, requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { type StoredDraft, storedDraft } from '#lib/disputes/server/draft-store.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import { safeName } from '#lib/disputes/server/file-types.ts';
import { sentThrough } from '#lib/disputes/server/get-defenses.ts';
import { LETTER, type Letter, letterPdf, signsWithoutGlyph } from '#lib/disputes/server/letter-pdf.ts';
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
 * Cuts a letter so that it fits `limit` characters with `closing`, which says where the rest is. Cuts at the
 * end of a paragraph, otherwise a sentence, otherwise a word; never inside a character.
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
  const ends = [...text.matchAll(/[.;:?](?=\s)/g)];
  const last = ends.at(-1);
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
  const files: ComposedFile[] = attachments.map(({ id, name, mimeType, size }) => ({
    id,
    name,
    mimeType,
    size,
  }));
  let text = whole;
  if (letter !== null) {
    const name = safeName(
      LETTER.file,
      PDF,
      files.map((file) => file.name),
    );
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
  requireDefenses(ctx);
  const { infraction } = await readDispute(ctx, id);
  const of = { accountId: ctx.account.id, disputeId: id };
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
