'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { isFiltered } from '#lib/payments/filters.ts';
import { paymentsOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { FilterBar } from './filter-bar.tsx';
import { PaymentRows, RowsWaiting } from './payment-rows.tsx';
import { StateSegments } from './state-segments.tsx';
import { type Beside, usePaymentFilters } from './use-payment-filters.ts';
import { WithdrawnToday } from './withdrawn-today.tsx';

type Props = { page: PaymentPage; beside: Beside; mayAsk: boolean };

/** The payments of a page, newest first, with their filters; what was read stays while it is renewed. */
export function PaymentsPanel({ page, beside, mayAsk }: Props) {
  const t = useTranslations('payments.list');
  const account = useSession().account.slug;
  const state = usePaymentFilters();
  const query = useInfiniteQuery(paymentsOptions(account, page, state.filters));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const items = data?.pages.flatMap((one) => one.items) ?? [];
  const first = data?.pages[0];
  return (
    <Panel
      title={t(`${page}.title`)}
      note={
        first?.total != null && t(isFiltered(state.filters) ? 'count' : 'countAll', { count: first.total })
      }
      padded={false}
      className="overflow-hidden"
      action={page === 'withdrawals' && <StateSegments state={state} />}
    >
      <FilterBar page={page} state={state} now={first?.asOf ?? null} onFound={beside.openPayment} />
      {error !== null && (
        <ReadError error={error} onRetry={() => void refetch()} asOf={first?.asOf ?? null} />
      )}
      {first?.listed === false && (
        <Callout look="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ReadingNote pages={data?.pages} />
      {data === undefined && error === null && <RowsWaiting page={page} />}
      {data !== undefined && items.length === 0 && (
        <Empty page={page} filtered={isFiltered(state.filters)} onClear={state.clear} mayAsk={mayAsk} />
      )}
      {items.length > 0 && (
        <PaymentRows page={page} items={items} open={beside.open} onOpen={beside.openPayment} />
      )}
      {page === 'withdrawals' && <WithdrawnToday />}
      {hasNextPage && (
        <div className="p-panel">
          <Button aria-busy={isFetchingNextPage || undefined} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

type EmptyProps = { page: PaymentPage; filtered: boolean; onClear: () => void; mayAsk: boolean };

function Empty({ page, filtered, onClear, mayAsk }: EmptyProps) {
  const t = useTranslations('payments.list');
  if (filtered)
    return (
      <EmptyState title={t('nothing')} action={<Button onClick={onClear}>{t('clear')}</Button>}>
        {t('nothingTodo')}
      </EmptyState>
    );
  return <EmptyState title={t(`${page}.none`)}>{t(mayAsk ? `${page}.noneTodo` : 'noneRead')}</EmptyState>;
}
