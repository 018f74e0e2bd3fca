import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { SECTIONS, type SectionName, type Sections } from '#lib/disputes/letter.ts';

/** The operator's part of the draft; attachments and facts are the server's. */
export type Written = {
  situation: string | null;
  sections: Sections;
  checked: string[];
  letterAsPdf: boolean;
};

/** Written over this stored version, and not stored. `over`: that version's text, where the tab still has it. */
export type Unsaved = { version: number; written: Written; over?: Written | null };

export function writtenIn({ situation, sections, checked, letterAsPdf }: Draft): Written {
  return { situation, sections, checked, letterAsPdf };
}

export function inputOf(written: Written, version: number): DraftInput {
  return { version, ...written };
}

/** The sections that differ, in the letter's order. */
export function changedSections(a: Sections, b: Sections): SectionName[] {
  return SECTIONS.filter((name) => a[name] !== b[name]);
}

export function sameWritten(a: Written, b: Written): boolean {
  return (
    a.situation === b.situation &&
    a.letterAsPdf === b.letterAsPdf &&
    a.checked.length === b.checked.length &&
    a.checked.every((check) => b.checked.includes(check)) &&
    changedSections(a.sections, b.sections).length === 0
  );
}

export type Side = 'mine' | 'theirs';
/** The side of each section that both changed, as far as the operator chose. */
export type Sides = Partial<Record<SectionName, Side>>;

/**
 * Joins two texts that were written over one (`over`; null: not known any more): a section that one side changed is
 * taken from it. `mine` and `theirs` name those; `both`, those that both changed, each in its own words: `sides` says
 * of which side they are taken, mine until then.
 */
export function joinOf(over: Written | null, here: Written, there: Written, sides: Sides = {}) {
  const differing = changedSections(here.sections, there.sections);
  const isOf = (side: Written, name: SectionName) =>
    over !== null && side.sections[name] === over.sections[name];
  const mine = differing.filter((name) => isOf(there, name));
  const theirs = differing.filter((name) => isOf(here, name));
  const both = differing.filter((name) => !mine.includes(name) && !theirs.includes(name));
  const sections = { ...here.sections };
  for (const name of [...theirs, ...both.filter((name) => sides[name] === 'theirs')])
    sections[name] = there.sections[name];
  const one = <K extends 'situation' | 'letterAsPdf'>(key: K) =>
    over !== null && here[key] === over[key] ? there[key] : here[key];
  const ticks = [...new Set([...here.checked, ...there.checked])];
  const isTicked = (tick: string) =>
    over?.checked.includes(tick) ? here.checked.includes(tick) && there.checked.includes(tick) : true;
  const written: Written = {
    sections,
    situation: one('situation'),
    letterAsPdf: one('letterAsPdf'),
    checked: ticks.filter(isTicked),
  };
  return { written, mine, theirs, both };
}

export const isEmpty = ({ sections }: Written): boolean =>
  SECTIONS.every((name) => sections[name].trim() === '');

/**
 * Compares a newer stored version with the screen: `follow` it, `rebase` (only attachments changed, so the
 * text written here goes on top of it), or a `conflict` that the operator has to settle.
 */
export function arrival(
  base: Draft,
  mine: Written,
  stored: Draft,
): 'same' | 'follow' | 'rebase' | 'conflict' {
  if (stored.version <= base.version) return 'same';
  const theirs = writtenIn(stored);
  if (sameWritten(mine, theirs)) return 'follow';
  if (sameWritten(mine, writtenIn(base))) return 'follow';
  return sameWritten(theirs, writtenIn(base)) ? 'rebase' : 'conflict';
}
