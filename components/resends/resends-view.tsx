'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import { useShownColumns } from '#components/list/use-columns.ts';
import { SavedViews } from '#components/list/views/saved-views.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { toQuery } from '#lib/list/list.ts';
import { resendsOptions, resendTotalOptions } from '#lib/resends/queries.ts';
import { resendsList } from '#lib/resends/resends.list.ts';
import { choosing } from '#lib/resends/start.ts';
import { nearSheet } from './lazy-sheet.tsx';
import { useResendTable } from './resend-rows.tsx';
import styles from './resends.module.css';
import { useStart } from './use-start.tsx';
import { resendName } from './use-words.ts';

const SORTS = { list: resendsList };

/** The resends of the account, newest first unless asked otherwise. */
export function ResendsView() {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const state = useListFilters({
    list: resendsList,
    say: (_, word) => t(`state.${word as 'queued'}`),
  });
  const { filters } = state;
  const list = useInfiniteQuery(resendsOptions(account, filters));
  const table = useResendTable();
  const columns = useShownColumns(resendsList, account, table.words.column);
  const { setStart, sheet } = useStart();
  const total = list.data?.pages[0]?.total ?? null;
  const { exportOf, error } = useListExport(resendsList, { name: t('file'), filters, count: total });
  useRowOpens();
  const asOf = list.dataUpdatedAt > 0 ? new Date(list.dataUpdatedAt).toISOString() : null;
  return (
    <div className="page-fill">
      <DrawerLayout room="sheet" drawer={sheet}>
        <PageHead
          title={t('title')}
          back={{ href: `/${account}/deliveries`, label: t('backToDeliveries') }}
          asOf={asOf}
          live={list.error === null}
          note={t('zone')}
        >
          <SavedViews list={resendsList} {...{ state, columns }} now={asOf} />
          {exportOf()}
          {mayResend && (
            <Button onPointerEnter={nearSheet} onFocus={nearSheet} onClick={() => setStart(choosing())}>
              {t('action.new')}
            </Button>
          )}
        </PageHead>
        <div className={`page ${styles.page}`}>
          <div className="panel overflow-hidden">
            <FilterBar state={state} now={asOf} standing>
              <ColumnSettings list={resendsList} columns={columns} />
            </FilterBar>
            <ListFaults state={state} exportError={error} />
            <ListRows
              {...table}
              names={columns.names}
              query={list}
              sorts={SORTS}
              chooses={{
                of: JSON.stringify(toQuery(filters)),
                nameOf: ({ number }) => resendName(number),
                amountOf: ({ amount }) => ({ cents: amount, direction: 'still' }),
                actions: exportOf,
              }}
              empty={
                <EmptyResult
                  state={state}
                  total={(change) => resendTotalOptions(account, { ...filters, ...change })}
                  none={
                    <EmptyState
                      title={t('list.empty')}
                      action={
                        <LinkButton href={`/${account}/deliveries?outcome=failed`}>
                          {t('list.emptyAction')}
                        </LinkButton>
                      }
                    >
                      {t('list.emptyTodo')}
                    </EmptyState>
                  }
                />
              }
            />
          </div>
        </div>
      </DrawerLayout>
    </div>
  );
}
