import { SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import type { SectionHandle } from './section-field.tsx';

type HandleOf = (name: SectionName) => Pick<SectionHandle, 'selectGap'> | undefined;

/**
 * Selects the next gap of the letter: behind the cursor of the section that was written in last (`last`), then from
 * its begin on. Null: nobody wrote yet. A field whose text was set has its cursor at the end, which says nothing.
 */
export function selectNextGap(last: SectionName | null, handleOf: HandleOf): void {
  if (last !== null && handleOf(last)?.selectGap('cursor')) return;
  const at = last === null ? -1 : SECTIONS.indexOf(last);
  const around = [...SECTIONS.slice(at + 1), ...SECTIONS.slice(0, at + 1)];
  around.some((name) => handleOf(name)?.selectGap('start'));
}
