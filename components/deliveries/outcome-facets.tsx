'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Facet, Facets } from '#components/ui/facets.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import type { OutcomeFilter } from '#lib/deliveries/contract.ts';
import type { Whole } from '#lib/deliveries/rows.ts';
import { FACETS } from '#lib/deliveries/rules.ts';
import { OUTCOME_KINDS } from './outcome.ts';

type Props = {
  facets: Whole['facets'] | undefined;
  outcome: readonly OutcomeFilter[] | null;
  onOutcome: (next: OutcomeFilter[] | null) => void;
};

/** How many ended which way, within the other filters: each record in one, so that all are the sum of the others. */
export function OutcomeFacets({ facets, outcome, onOutcome }: Props) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  return (
    <Facets aria-label={t('facets.label')}>
      {(['all', ...FACETS] as const).map((name) => (
        <Facet
          key={name}
          title={t(`facetHelp.${name}`)}
          className="flex flex-wrap items-baseline justify-between gap-x-2 py-1"
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
