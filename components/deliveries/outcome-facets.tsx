'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Facet, Facets } from '#components/ui/facets.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import type { DeliveryOutcome } from '#lib/deliveries/contract.ts';
import type { Whole } from '#lib/deliveries/rows.ts';
import { OUTCOMES } from '#lib/deliveries/rules.ts';
import { OUTCOME_KINDS } from './outcome.ts';

type Props = {
  facets: Whole['facets'] | undefined;
  outcome: readonly DeliveryOutcome[] | null;
  onOutcome: (next: DeliveryOutcome[] | null) => void;
};

/** How many ended which way, within the other filters. */
export function OutcomeFacets({ facets, outcome, onOutcome }: Props) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  return (
    <Facets aria-label={t('facets.label')}>
      {(['all', ...OUTCOMES] as const).map((name) => (
        <Facet
          key={name}
          title={t(`facetHelp.${name}`)}
          aria-pressed={name === 'all' ? outcome === null : outcome?.includes(name) === true}
          onClick={() => onOutcome(name === 'all' ? null : [name])}
        >
          {name === 'all' ? (
            <span className="text-xs text-ink-3">{t('facets.all')}</span>
          ) : (
            <Status
              kind={OUTCOME_KINDS[name]}
              calm={name === 'delivered' || (facets !== undefined && facets[name] === 0)}
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
