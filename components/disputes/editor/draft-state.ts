import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { SECTIONS, type SectionName, type Sections } from '#lib/disputes/letter.ts';

/** The operator's part of the draft; attachments and facts come from the server. */
export type Written = {
  situation: string | null;
  sections: Sections;
  checked: string[];
  letterAsPdf: boolean;
};

/** Unsaved text based on stored version `version`. `over` is that version's text, if the tab still has it. */
export type Unsaved = { version: number; written: Written; over?: Written | null };

export function writtenIn({ situation, sections, checked, letterAsPdf }: Draft): Written {
  return { situation, sections, checked, letterAsPdf };
}

export function inputOf(written: Written, version: number): DraftInput {
  return { version, ...written };
}

/** The sections that differ, in letter order. */
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
/** The chosen side of each section that both changed. */
export type Sides = Partial<Record<SectionName, Side>>;

/**
 * Three-way merge over the common text `over` (null: no longer known). A section changed by one side is taken
 * from it (`mine`, `theirs`). A section changed by both (`both`) follows `sides`, by default mine.
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
 * Compares a stored version with the screen: `follow` takes it over, `rebase` keeps the text written here on
 * top of it (only attachments changed), `conflict` needs the operator's decision.
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
