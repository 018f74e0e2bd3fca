/** The defense's letter: sections with `{{fact}}` tokens, and the text that is sent. */
export const SECTIONS = ['sale', 'delivery', 'contact', 'conclusion'] as const;
export type SectionName = (typeof SECTIONS)[number];
export type Sections = Record<SectionName, string>;

/** The text that replaces a `{{name}}` token. */
export type Fact = { name: string; text: string };

const TOKEN = /\{\{([a-z0-9_]{1,40})\}\}/g;
const BETWEEN = '\n\n';

export const tokenOf = (name: string): string => `{{${name}}}`;

/** Names of the facts in a text, without duplicates, in order of appearance. */
export function factNames(text: string): string[] {
  return [...new Set([...text.matchAll(TOKEN)].map((match) => match[1] ?? ''))];
}

/** Replaces fact tokens by their text. The token of an unknown fact stays; such a letter must not be sent. */
export function fillFacts(text: string, facts: readonly Fact[]): string {
  return text.replace(
    TOKEN,
    (token, name: string) => facts.find((fact) => fact.name === name)?.text ?? token,
  );
}

/** Normalizes pasted text so that every reader and font shows it. Pure; used on client and server. */

/** Line ends of other systems and of word processors. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Non-breaking hyphens, and the typographic minus. */
const HYPHENS = /[\u2010\u2011\u2212]/g;

/** Spaces of all widths; an empty Braille pattern is pasted as a space too. */
const BLANKS = /[\p{Zs}\u2800]/gu;

/** Characters that show nothing: zero widths, direction marks, controls. A joiner inside an emoji stays. */
const INVISIBLE =
  /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * Replacements: private-use bullets, ticks and arrows that word processors copy from Symbol and Wingdings;
 * heavy variants that few fonts have; lookalikes that text copied from a PDF cannot distinguish.
 */
const SAME = new Map([
  ['\uf0b7', '•'],
  ['\uf0a7', '▪'],
  ['\uf0fc', '✓'],
  ['\uf0e0', '→'],
  ['✔', '✓'],
  ['✘', '✗'],
  ['➔', '→'],
  ['№', 'Nº'],
  ['ŉ', '’n'],
  ['ʼ', '’'],
  ['ˮ', '”'],
  ['►', '▶'],
  ['∆', 'Δ'],
]);

/** Characters whose compatibility form would lose meaning: nº, 1ª, m², ½, ™, an ellipsis. They stay. */
const MEANT = /[ªº…℠™\p{No}]/u;

const LATIN_1 = /^[\x20-\xff]+$/;

/**
 * Normalizes a text: composed accents; ligatures, full-width and styled letters as plain letters; one kind of
 * space, hyphen and line end; nothing invisible. Idempotent.
 */
export function plainText(text: string): string {
  return text
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', '  ')
    .replace(BLANKS, ' ')
    .replace(HYPHENS, '-')
    .replaceAll('\ufe0f', '')
    .replace(INVISIBLE, '')
    .replace(/[^\n -~]/gu, plainSign)
    .normalize('NFC');
}

function plainSign(sign: string): string {
  const same = SAME.get(sign);
  if (same !== undefined) return same;
  if (MEANT.test(sign)) return sign;
  const folded = sign.normalize('NFKC');
  return LATIN_1.test(folded) ? folded : sign;
}

/** One section as it is sent: facts replaced, characters normalized. */
export const sectionText = (section: string, facts: readonly Fact[]): string =>
  plainText(fillFacts(section, facts)).trim();

/** The text that is sent: the sections in order, without empty ones, separated by an empty line. */
export function letterOf(sections: Sections, facts: readonly Fact[]): string {
  return SECTIONS.map((name) => sectionText(sections[name], facts))
    .filter((text) => text !== '')
    .join(BETWEEN);
}

/**
 * Counts characters as the strictest provider does: UTF-16 units of the composed form. The count is never
 * below code points, so a text that fits here fits anywhere. An accented letter is one, an emoji two.
 */
export function characters(text: string): number {
  return text.normalize('NFC').length;
}

/** Counts each section's characters in the letter; the separator counts with the section after it. */
export function shares(sections: Sections, facts: readonly Fact[]): { name: SectionName; count: number }[] {
  const found: { name: SectionName; count: number }[] = [];
  for (const name of SECTIONS) {
    const count = characters(sectionText(sections[name], facts));
    if (count === 0) continue;
    found.push({ name, count: found.length === 0 ? count : count + BETWEEN.length });
  }
  return found;
}

/** Facts in the letter that have no value; the letter cannot be sent with them. */
export function unknownFacts(sections: Sections, facts: readonly Fact[]): string[] {
  const known = new Set(facts.map(({ name }) => name));
  return factNames(SECTIONS.map((name) => sections[name]).join('\n')).filter((name) => !known.has(name));
}
