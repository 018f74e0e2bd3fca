import 'server-only';
import { characters } from '#lib/disputes/letter.ts';

/**
 * The beginning of a letter that fits `limit` characters together with `closing`, which says where the rest is: cut
 * at the end of a paragraph, else of a sentence, else of a word; never inside one character.
 */
export function fitLetter(text: string, limit: number, closing: string): string {
  const room = limit - characters(closing) - 2;
  if (room <= 0) return text.slice(0, wholeSigns(text.slice(0, Math.max(0, limit)))).trim();
  const head = text.slice(0, room);
  const least = room * 0.6;
  const ends = [head.lastIndexOf('\n\n'), lastSentence(head), head.search(/\s\S*$/)];
  const cut = ends.find((end) => end >= least) ?? wholeSigns(head);
  return `${head.slice(0, cut).trim()}\n\n${closing}`;
}

function lastSentence(text: string): number {
  const ends = [...text.matchAll(/[.;:?](?=\s)/g)];
  const last = ends.at(-1);
  return last === undefined ? -1 : last.index + 1;
}

/** Half of a pair at the end would be no character at all. */
const wholeSigns = (text: string) => (/[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length);
