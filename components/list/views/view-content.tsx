'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { periodOf } from '#lib/list/view-filters.ts';
import { useSpanLabels } from '../filters/period-chip.tsx';
import { isSet } from '../filters/typed.ts';
import { useFilterName, useShownValue } from '../filters/use-shown-value.ts';
import type { Views } from './use-views.ts';

type Props = {
  views: Views;
  /** False where the period stands above, to be chosen. */
  period: boolean;
};

/** Content of a view saved from this screen: every filter with its value, and the columns. */
export function ViewContent({ views: { present, columnName }, period }: Props) {
  const t = useTranslations('views.keeps');
  const nameOf = useFilterName();
  const shownValue = useShownValue(present);
  const spanWords = useSpanLabels();
  const { filters, stored, fields } = present;
  const rows = fields
    .filter((field) => isSet(field, filters, stored))
    .map((field) => ({ name: nameOf(field.name), value: shownValue(field, true) }));
  const span = periodOf(filters);
  const whole = span.from === null && span.to === null;
  if (period && !whole) rows.unshift({ name: nameOf('period'), value: spanWords(span, present.today) });
  return (
    <section aria-label={t('label')}>
      <dl className="facts">
        {rows.map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </Fragment>
        ))}
        {rows.length === 0 && whole && (
          <>
            <dt>{t('filters')}</dt>
            <dd>{t('noFilters')}</dd>
          </>
        )}
        {columnName !== null && (
          <>
            <dt>{t('columns')}</dt>
            <dd>
              {present.columns.map((column, at) => (
                <Fragment key={column}>
                  {at > 0 && ', '}
                  {columnName(column)}
                </Fragment>
              ))}
            </dd>
          </>
        )}
      </dl>
      {Boolean(filters.f) && <p className="mt-2 text-xs text-ink-3">{t('private')}</p>}
    </section>
  );
}
