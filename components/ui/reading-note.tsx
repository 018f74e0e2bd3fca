'use client';

import { useTranslations } from 'next-intl';
import type { VisibleProblems } from '#lib/api/visible-problems.ts';
import { Callout } from './callout.tsx';
import { dynamic } from './dynamic.tsx';

type Props = { pages: readonly VisibleProblems[] };

const Words = dynamic<Props>(async () => (await import('./reading-note-words.tsx')).ReadingNoteWords, {
  loading: Waiting,
  stays: true,
});

/** Fields that the rows do not tell, and filters the provider left to Guichê. Nothing when all is read. */
export function ReadingNote({ pages = [] }: { pages: Props['pages'] | undefined }) {
  const told = pages.some(
    ({ unread, filteredHere, filtersUntold }) =>
      unread?.rows || filteredHere?.length || filtersUntold?.length,
  );
  return told && <Words pages={pages} />;
}

function Waiting({ pages }: Props) {
  const t = useTranslations('common.reading');
  return (
    pages.some(({ unread }) => unread?.rows) && <Callout tone="warn" variant="thin" title={t('unreadTodo')} />
  );
}
