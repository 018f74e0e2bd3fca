'use client';

import { useTranslations } from 'next-intl';
import { PeriodChip } from '#components/list/filters/period-chip.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { allOf } from '#lib/payments/funnel.ts';
import { usePaymentFilters } from '../../payments/list/use-payment-filters.ts';
import styles from './funnel.module.css';
import { FunnelHours } from './funnel-hours.tsx';
import { FunnelSpeed } from './funnel-speed.tsx';
import { FunnelSteps } from './funnel-steps.tsx';
import { useFunnel } from './use-funnel.ts';

/** What became of the charges of a period: how many were paid, how fast, at which hour. */
export function FunnelView() {
  const t = useTranslations('payments.funnel');
  const { filters, set } = usePaymentFilters('charges');
  const { funnel, pages, progress, error, refetch, readOn } = useFunnel(filters);
  const asOf = pages?.[0]?.asOf ?? null;
  const all = funnel === null ? 0 : allOf(funnel).count;
  return (
    <>
      <div className={styles.filters}>
        <PeriodChip
          usual="days7"
          span={{ from: filters.from, to: filters.to }}
          now={asOf}
          onChange={({ from, to }) => set({ from, to })}
        />
        <span className="cap" role="status">
          {progress ?? t('scope')}
        </span>
        {readOn !== null && (
          <Button size="sm" onClick={readOn}>
            {t('readOn')}
          </Button>
        )}
      </div>
      {error !== null && <ReadError error={error} onRetry={refetch} asOf={asOf} />}
      <ReadingNote pages={pages} />
      {funnel === null && error === null && (
        <Panel title={t('reading')} busy>
          <Skeleton width="70%" />
        </Panel>
      )}
      {funnel !== null && all === 0 && progress === null && (
        <EmptyState framed title={t('nothing')}>
          {t('nothingTodo')}
        </EmptyState>
      )}
      {funnel !== null && all > 0 && (
        <>
          <div className={styles.top}>
            <FunnelSteps funnel={funnel} />
            <FunnelSpeed funnel={funnel} />
          </div>
          <FunnelHours funnel={funnel} />
        </>
      )}
    </>
  );
}
