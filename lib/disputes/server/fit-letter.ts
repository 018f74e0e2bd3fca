import 'server-only';
import { characters } from '#lib/disputes/letter.ts';
import { cut } from '#lib/text.ts';

/**
 * The beginning of a letter that fits `limit` characters together with `closing`, which says where the rest is: cut
 * at the end of a paragraph, else of a sentence, else of a word; never inside one character.
 */
export function fitLetter(text: string, limit: number, closing: string): string {
  const room = limit - characters(closing) - 2;
  if (room <= 0) return cut(text, Math.max(0, limit)).trim();
  const head = cut(text, room);
  const least = room * 0.6;
  const ends = [head.lastIndexOf('\n\n'), lastSentence(head), head.search(/\s\S*$/)];
  const end = ends.find((place) => place >= least) ?? head.length;
  return `${head.slice(0, end).trim()}\n\n${closing}`;
}

function lastSentence(text: string): number {
  const ends = [...text.matchAll(/[.;:?](?=\s)/g)];
  const last = ends.at(-1);
  return last === undefined ? -1 : last.index + 1;
}
