import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { SECTIONS, type SectionName, type Sections } from '#lib/disputes/letter.ts';

/** The operator's part of the draft; attachments and facts are the server's. */
export type Written = {
  situation: string | null;
  sections: Sections;
  checked: string[];
  letterAsPdf: boolean;
};

/** Written over this stored version, and not stored. */
export type Unsaved = { version: number; written: Written };

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
