'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useToday } from '#components/ui/clock.tsx';
import { Facet, Facets } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import type { OutcomeFilter } from '#lib/deliveries/contract.ts';
import type { Whole } from '#lib/deliveries/deliveries.list.ts';
import type { Reach } from '#lib/deliveries/queries.ts';
import { FACETS } from '#lib/deliveries/rules.ts';

/** Status style of each outcome. */
export const OUTCOME_KINDS: Record<OutcomeFilter, StatusKind> = {
  delivered: 'ok',
  failed: 'danger',
  recovered: 'returned',
  given_up: 'cancelled',
  closed: 'local',
  earlier: 'cancelled',
};

type Props = {
  facets: Whole['facets'] | undefined;
  outcome: readonly OutcomeFilter[] | null;
  onOutcome: (next: OutcomeFilter[] | null) => void;
};

/** Counts by outcome within the other filters; each record counts once, so the counts add up to the total. */
export function OutcomeFacets({ facets, outcome, onOutcome }: Props) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  return (
    <Facets aria-label={t('facets.label')}>
      {(['all', ...FACETS] as const).map((name) => (
        <Facet
          key={name}
          title={t(`facetHelp.${name}`)}
          className="flex flex-wrap items-center justify-between gap-x-2 py-1"
          aria-pressed={name === 'all' ? outcome === null : outcome?.length === 1 && outcome[0] === name}
          onClick={() => onOutcome(name === 'all' ? null : [name])}
        >
          {name === 'all' ? (
            <span className="text-xs text-ink-3">{t('facets.all')}</span>
          ) : (
            <Status
              kind={OUTCOME_KINDS[name]}
              calm={name !== 'failed' || facets?.failed === 0}
              className="text-xs"
            >
              {t(`facets.${name}`)}
            </Status>
          )}
          <b>{facets === undefined ? <Skeleton width="3rem" /> : facets[name].toLocaleString(locale)}</b>
        </Facet>
      ))}
    </Facets>
  );
}

/** How far the history is loaded; records outside are not shown. */
export function ReachLine({ reach }: { reach: Reach }) {
  const t = useTranslations('deliveries.reach');
  const labelOf = useReachLabels();
  return (
    <span
      className="flex-[1_1_20rem] text-right text-2xs text-ink-3 max-wide:flex-none max-wide:text-left"
      title={`${t('help')} ${t('rows', { count: reach.rows })}`}
    >
      {labelOf(reach)}
    </span>
  );
}

export function useReachLabels(): (reach: Reach) => string {
  const t = useTranslations('deliveries.reach');
  const locale = useLocale() as Locale;
  const today = useToday();
  const formatTime = (at: string) => formatInstant(locale, at, saoPauloDay(at) === today ? 'time' : 'minute');
  return ({ completeAt, from, whole, reading, rows, problem }) => {
    const until = completeAt === null ? null : formatTime(completeAt);
    if (problem !== null)
      return until === null ? t('problemNew', { code: problem }) : t('problem', { until, code: problem });
    if (until === null) return t('nothing');
    const start = from === null ? null : formatInstant(locale, from, 'day');
    return [
      t('until', { until }),
      start !== null && t(whole ? 'whole' : 'since', { from: start }),
      reading && !whole && t('reading', { count: rows }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
