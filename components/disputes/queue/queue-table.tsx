'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import type { QueueFilter } from '#lib/disputes/queries.ts';
import styles from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';

type Props = { queue: Queue; state: QueueFilter['state']; now: number };

/** The queue itself; under it how many of all are shown. */
export function QueueTable({ queue, state, now }: Props) {
  const t = useTranslations('disputes.table');
  const total = queue.head?.total ?? null;
  return (
    <div className="panel overflow-hidden">
      <QueueFrame state={state}>
        {queue.items.map((dispute) => (
          <QueueRow key={dispute.id} dispute={dispute} state={state} now={now} />
        ))}
      </QueueFrame>
      {queue.hasNextPage && (
        <p className={styles.more}>
          <Button size="sm" disabled={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
            {t('more')}
          </Button>
          {total !== null && <span className="cap">{t('loaded', { shown: queue.items.length, total })}</span>}
        </p>
      )}
    </div>
  );
}

/** Column heads stay real while rows are awaited. */
export function QueueFrame({ state, children }: { state: QueueFilter['state']; children: ReactNode }) {
  const t = useTranslations('disputes');
  const defends = useSession().account.capabilities.includes('defenses');
  const first = { open: 'due', answered: 'answered', closed: 'ended' } as const;
  return (
    <table className={`table ${styles.table}`}>
      <caption className="sr-only">{t('table.label', { state: t(`facets.${state}`) })}</caption>
      <thead>
        <tr>
          <ColumnHead width="10.5rem" sort={state === 'open' ? 'ascending' : 'descending'}>
            {t(`table.${first[state]}`)}
          </ColumnHead>
          {state === 'open' && <ColumnHead width="9rem">{t('table.scale')}</ColumnHead>}
          <ColumnHead width="10rem">{t('table.dispute')}</ColumnHead>
          <ColumnHead>{t('table.payer')}</ColumnHead>
          <ColumnHead width="9rem">{t('table.assignee')}</ColumnHead>
          <ColumnHead width="12rem">
            {t(state !== 'open' ? 'table.result' : defends ? 'table.draft' : 'table.status')}
          </ColumnHead>
          <ColumnHead width="8rem" num>
            {t('table.amount')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
