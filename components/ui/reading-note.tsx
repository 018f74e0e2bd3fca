'use client';

import { useTranslations } from 'next-intl';
import type { VisibleProblems } from '#lib/api/answer-fields.ts';
import { joinedUnread } from '#lib/api/reading.ts';
import { Callout } from './callout.tsx';

/**
 * Names fields that are missing in rows, and filters that may not have been applied. Renders nothing when
 * neither exists; filters that Guichê applies itself are never listed.
 */
export function ReadingNote({ pages = [] }: { pages: readonly VisibleProblems[] | undefined }) {
  const t = useTranslations('common.reading');
  const { unread, filtersUntold } = joinedUnread(pages);
  if (unread === null && filtersUntold.length === 0) return null;
  const labelsOf = (names: readonly string[], of: 'field' | 'filter') =>
    names.map((name) => (t.has(`${of}.${name}`) ? t(`${of}.${name as 'amount'}`) : name)).join(', ');
  return (
    <Callout
      tone="warn"
      variant="thin"
      title={unread !== null && t('unread', { rows: unread.rows, fields: labelsOf(unread.fields, 'field') })}
    >
      {unread !== null && <span>{t('unreadHint')} </span>}
      {filtersUntold.length > 0 && (
        <span>{t('filtersUnconfirmed', { filters: labelsOf(filtersUntold, 'filter') })}</span>
      )}
    </Callout>
  );
}
