'use client';

import type { VisibleProblems } from '#lib/api/visible-problems.ts';
import { dynamic } from './dynamic.tsx';

const Words = dynamic(async () => (await import('./reading-note-words.tsx')).ReadingNoteWords, {
  loading: () => null,
});

/** Fields that the rows do not tell, and filters the provider left to Guichê. Nothing when all is read. */
export function ReadingNote({ pages }: { pages: readonly VisibleProblems[] | undefined }) {
  const told = pages?.some(
    ({ unread, filteredHere, filtersUntold }) => unread || filteredHere?.length || filtersUntold?.length,
  );
  return told && <Words pages={pages ?? []} />;
}
