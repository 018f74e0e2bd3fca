import { SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import type { SectionHandle } from './section-field.tsx';

type HandleOf = (name: SectionName) => Pick<SectionHandle, 'selectGap'> | undefined;

/** Selects the letter's gap behind the cursor of `here`, or before it (`back`); false where there is none on that side. */
export function stepToGap(here: SectionName, handleOf: HandleOf, back = false): boolean {
  if (handleOf(here)?.selectGap(back ? 'before' : 'behind')) return true;
  const at = SECTIONS.indexOf(here);
  const others = back ? SECTIONS.slice(0, at).reverse() : SECTIONS.slice(at + 1);
  return others.some((name) => handleOf(name)?.selectGap(back ? 'last' : 'first'));
}

/**
 * Selects the next gap of the letter: behind the cursor of the section that was written in last (`last`), then from
 * its begin on. Null: nobody wrote yet.
 */
export function selectNextGap(last: SectionName | null, handleOf: HandleOf): void {
  if (last !== null && stepToGap(last, handleOf)) return;
  SECTIONS.some((name) => handleOf(name)?.selectGap('first'));
}
