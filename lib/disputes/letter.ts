/** The defense's letter: sections with `{{fact}}` in them, and the one text that is sent. Pure; used on both sides. */

import { plainText } from '#lib/disputes/plain-text.ts';

export const SECTIONS = ['sale', 'delivery', 'contact', 'conclusion'] as const;
export type SectionName = (typeof SECTIONS)[number];
export type Sections = Record<SectionName, string>;

/** The text that a letter's `{{name}}` is replaced with. */
export type Fact = { name: string; text: string };

const TOKEN = /\{\{([a-z0-9_]{1,40})\}\}/g;
const BETWEEN = '\n\n';

export const tokenOf = (name: string): string => `{{${name}}}`;

/** The names of the facts that stand in a text, each once, in their order. */
export function factNames(text: string): string[] {
  return [...new Set([...text.matchAll(TOKEN)].map((match) => match[1] ?? ''))];
}

/** A text with its facts written out; one that is not known keeps its token (it must not be sent so). */
export function writtenOut(text: string, facts: readonly Fact[]): string {
  return text.replace(
    TOKEN,
    (token, name: string) => facts.find((fact) => fact.name === name)?.text ?? token,
  );
}

/** One section as it is sent: its facts written out, in plain signs. */
export const sectionText = (section: string, facts: readonly Fact[]): string =>
  plainText(writtenOut(section, facts)).trim();

/** The one text that is sent: sections in their order, empty ones left out, an empty line between them. */
export function letterOf(sections: Sections, facts: readonly Fact[]): string {
  return SECTIONS.map((name) => sectionText(sections[name], facts))
    .filter((text) => text !== '')
    .join(BETWEEN);
}

/**
 * Characters as the strictest service counts them: UTF-16 units of the composed form. Never fewer than code points,
 * so what fits here fits wherever it is counted; an accent is one, an emoji two.
 */
export function characters(text: string): number {
  return text.normalize('NFC').length;
}

/** Counts each section's characters in the letter; the line between two counts with the later one. */
export function shares(sections: Sections, facts: readonly Fact[]): { name: SectionName; count: number }[] {
  const found: { name: SectionName; count: number }[] = [];
  for (const name of SECTIONS) {
    const count = characters(sectionText(sections[name], facts));
    if (count === 0) continue;
    found.push({ name, count: found.length === 0 ? count : count + BETWEEN.length });
  }
  return found;
}

/** Facts that stand in the letter and are not known: it cannot be sent with them. */
export function unknownFacts(sections: Sections, facts: readonly Fact[]): string[] {
  const known = new Set(facts.map(({ name }) => name));
  return factNames(SECTIONS.map((name) => sections[name]).join('\n')).filter((name) => !known.has(name));
}
