'use client';

import { useMemo, useRef } from 'react';
import { SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import type { SectionHandle } from './use-section.ts';

export type LetterFields = {
  refOf: (name: SectionName) => (handle: SectionHandle | null) => void;
  /** Told when the cursor is in a section: facts and the next gap go by it. */
  focused: (name: SectionName) => void;
  /** The section that was written in last. */
  last: () => SectionName;
  handleOf: (name: SectionName) => SectionHandle | undefined;
  /** Selects the next gap of the letter behind the cursor, then from its begin on. */
  toNextGap: () => void;
};

/** The fields of one letter, for what stands outside of them: facts to insert, gaps to lead to. */
export function useLetterFields(): LetterFields {
  const handles = useRef(new Map<SectionName, SectionHandle>());
  const last = useRef<SectionName>('sale');
  return useMemo(() => {
    const handleOf = (name: SectionName) => handles.current.get(name);
    return {
      refOf: (name) => (handle) => {
        if (handle === null) handles.current.delete(name);
        else handles.current.set(name, handle);
      },
      focused: (name) => {
        last.current = name;
      },
      last: () => last.current,
      handleOf,
      toNextGap: () => {
        const at = SECTIONS.indexOf(last.current);
        if (handleOf(last.current)?.selectGap('cursor')) return;
        const around = [...SECTIONS.slice(at + 1), ...SECTIONS.slice(0, at + 1)];
        around.some((name) => handleOf(name)?.selectGap('start'));
      },
    };
  }, []);
}
