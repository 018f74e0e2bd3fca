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
