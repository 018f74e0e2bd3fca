/** The defense's letter: sections with `{{fact}}` in them, and the one text that is sent. Pure; used on both sides. */
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

/** What people paste into a letter, as every reader and font shows it. Pure; used on both sides. */

/** Line ends of other systems and of word processors. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Hyphens that do not break, and the minus of typesetters. */
const HYPHENS = /[\u2010\u2011\u2212]/g;

/** Blanks of all widths; an empty Braille pattern is pasted as one too. */
const BLANKS = /[\p{Zs}\u2800]/gu;

/** What shows nothing: zero widths, direction marks, soft hyphens, control signs. A joiner within one emoji stays. */
const INVISIBLE =
  /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * What has another sign for the same: bullets, ticks and arrows of the fonts Symbol and Wingdings, which word
 * processors copy as private signs; heavier ones that few fonts have; twins that are drawn alike, so that who copies
 * the text out of a PDF gets either.
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

/** They have a compatibility form too, and say more than it: nº, 1ª, m², ½, ™, an ellipsis. */
const MEANT = /[ªº…℠™\p{No}]/u;

const LATIN_1 = /^[\x20-\xff]+$/;

/**
 * The same text in plain signs: composed accents; ligatures, full-width and styled letters as letters; one blank, one
 * hyphen, one line end; nothing invisible. Folding it twice changes nothing more.
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
