'use client';

import { useTranslations } from 'next-intl';
import { joinedUnread } from '#lib/api/reading.ts';
import type { VisibleProblems } from '#lib/api/visible-problems.ts';
import { Callout } from './callout.tsx';

/** The words of a reading note, where there is something to tell. */
export function ReadingNoteWords({ pages }: { pages: readonly VisibleProblems[] }) {
  const t = useTranslations('common.reading');
  const { unread, filteredHere, filtersUntold } = joinedUnread(pages);
  const words = (names: readonly string[], of: 'field' | 'filter') =>
    names.map((name) => (t.has(`${of}.${name}`) ? t(`${of}.${name as 'amount'}`) : name)).join(', ');
  return (
    <Callout
      tone="warn"
      variant="thin"
      title={unread !== null && t('unread', { rows: unread.rows, fields: words(unread.fields, 'field') })}
    >
      {unread !== null && <span>{t('unreadTodo')} </span>}
      {filteredHere.length > 0 && <span>{t('here', { filters: words(filteredHere, 'filter') })} </span>}
      {filtersUntold.length > 0 && <span>{t('untold', { filters: words(filtersUntold, 'filter') })}</span>}
    </Callout>
  );
}
