import { factNames, SECTIONS, type Sections } from '#lib/disputes/letter.ts';
import { type Check, checksFor, shownIn } from '#lib/disputes/rules.ts';

/** Where the draft makes an argument: a section or attachment (from 1), or `hand` (ticked). */
type Place = { in: 'section' | 'attachment'; number: number } | { in: 'hand' };
export type CheckState = { check: Check; state: 'done' | 'weak' | 'open'; place: Place | null };

/** Phrases that make an argument in a section's own text, without a fact token. */
const PATTERNS: Partial<Record<Check, RegExp>> = {
  charge: /\b(pedido|cobran[cç]a|txid)\b.{0,20}\d/i,
  document: /documento do pagador[^.]{0,40}(mesmo|igual)|mesmo (cpf|cnpj|documento)/i,
  invoice: /(nota fiscal|\bnf-?e?\b|danfe)[^.]{0,20}\d/i,
  delivery: /entreg(ue|a)[^.[\]]{0,60}\d{1,2}\/\d{1,2}|assinad[oa] por|rastre(io|amento) [A-Z\d]/i,
  access: /\bIP\b[^.]{0,20}\d|acesso em \d/i,
  contact: /compradora? (confirmou|disse|pediu|respondeu)|confirmou o recebimento/i,
  earlier_payments: /\d+ compras? anterior/i,
  terms: /aceit(ou|e|os)[^.]{0,30}termos|termos[^.]{0,20}aceit/i,
  refund: /(devolvid|devolu[cç][aã]o|reembols)[^.]{0,40}\d/i,
};

type Written = { sections: Sections; checked: readonly string[] };
type File = { name: string; mimeType: string };

/** A tick counts only if the draft does not show the argument. `unknown`: facts without a value. */
export function checklist(
  situation: string | null,
  { sections: written, checked }: Written,
  attachments: readonly File[],
  unknown: readonly string[] = [],
): CheckState[] {
  const sections = Object.fromEntries(
    SECTIONS.map((name) => [name, withoutGaps(written[name], unknown)]),
  ) as Sections;
  return checksFor(situation).map((check) => {
    const shown = shownIn(check, { sections, attachments });
    if (shown !== null)
      return { check, state: shown.weak ? 'weak' : 'done', place: { in: shown.where, number: shown.number } };
    const section = SECTIONS.findIndex((name) => PATTERNS[check]?.test(sections[name]) === true);
    if (section !== -1) return { check, state: 'done', place: { in: 'section', number: section + 1 } };
    if (checked.includes(check)) return { check, state: 'done', place: { in: 'hand' } };
    return { check, state: 'open', place: null };
  });
}

/** Removes sentences that still have a gap; they do not count as an argument. */
function withoutGaps(text: string, unknown: readonly string[]): string {
  const isOpen = (sentence: string) =>
    gapsIn(sentence).length > 0 || factNames(sentence).some((name) => unknown.includes(name));
  return text
    .split(/(?<=[.!?;]\s|\n)/)
    .map((sentence) => (isOpen(sentence) ? '.\n' : sentence))
    .join('');
}

/** Finds the bracketed gaps that a template leaves to fill in, such as `[data]`. `end` is exclusive. */
export function gapsIn(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\[[^[\]\n]{2,60}\]/g)].map(({ 0: gap, index }) => ({
    start: index,
    end: index + gap.length,
  }));
}
