'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { LongPage, LongSkeleton } from '#components/list/long-list.tsx';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { initialColumns } from '#lib/list/list.ts';
import { DeliveriesPlaceholder } from './empty-deliveries.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';
import { useColumnName } from './use-deliveries.ts';

const nothing = () => undefined;

/** The page while its data loads. */
export function DeliveriesSkeleton() {
  const t = useTranslations('deliveries');
  return (
    <LongPage>
      <PageHead title={t('title')} />
      <DeliveriesPlaceholder above={<OutcomeFacets facets={undefined} outcome={null} onOutcome={nothing} />}>
        <LongSkeleton
          list={deliveriesList}
          names={initialColumns(deliveriesList)}
          label={t('table.label')}
          column={useColumnName()}
        />
      </DeliveriesPlaceholder>
    </LongPage>
  );
}
