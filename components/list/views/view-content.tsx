'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { Fragment } from 'react';
import { Facts } from '#components/ui/facts.tsx';
import { parseAsText } from '#lib/list/parsers.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { useSpanLabels } from '../filters/period-chip.tsx';
import { isSet } from '../filters/typed.ts';
import { useFilterName, useShownValue } from '../filters/use-list-filters.ts';
import type { Views } from './use-views.ts';

type Props = {
  views: Views;
  /** False where the period is chosen above. */
  period: boolean;
};

/** The content of a view saved from this screen: every filter with its value, and the columns. */
export function ViewContent({ views: { present, columnName }, period }: Props) {
  const t = useTranslations('views.keeps');
  const nameOf = useFilterName();
  const shownValue = useShownValue(present);
  const spanWords = useSpanLabels();
  const { filters, stored, fields } = present;
  const rows = fields
    .filter((field) => isSet(field, filters, stored))
    .map((field) => ({ label: nameOf(field.name), value: shownValue(field, true) }));
  const span = periodOf(filters);
  const whole = span.from === null && span.to === null;
  if (period && !whole) rows.unshift({ label: nameOf('period'), value: spanWords(span, present.today) });
  return (
    <section aria-label={t('label')}>
      <Facts
        of={[
          ...rows,
          { label: t('filters'), value: rows.length === 0 && whole && t('noFilters') },
          {
            label: t('columns'),
            value:
              columnName !== null &&
              present.columns.map((column, at) => (
                <Fragment key={column}>
                  {at > 0 && ', '}
                  {columnName(column)}
                </Fragment>
              )),
          },
        ]}
      />
      {Boolean(filters.f) && <p className="mt-2 text-xs text-ink-3">{t('private')}</p>}
    </section>
  );
}

const viewParser = parseAsText(64, 8);

/** The id of the view in the URL, and its setter. */
export const useViewInAddress = () => useQueryState('view', viewParser);

/** The button's label while no view is chosen or read. */
export function NoView() {
  const t = useTranslations('views');
  return (
    <>
      <span className="sr-only">{t('button')}</span>
      <span className="head-folds:hidden" aria-hidden="true">
        {t('button')}
      </span>
    </>
  );
}

/** The button's label for a view with this name. */
export function ViewWords({ name, changed = false }: { name: string; changed?: boolean }) {
  const t = useTranslations('views');
  return (
    <>
      <span className="sr-only">{t(changed ? 'currentChanged' : 'current', { name })}</span>
      <span className="max-w-40 truncate" aria-hidden="true">
        {name}
      </span>
      {changed && (
        <span className="font-normal text-ink-3" aria-hidden="true">
          · {t('changed')}
        </span>
      )}
    </>
  );
}
