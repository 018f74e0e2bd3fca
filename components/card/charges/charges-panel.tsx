'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ColumnSettings } from '#components/list/column-settings.tsx';
import { EmptyResult } from '#components/list/empty-result.tsx';
import { useListExport } from '#components/list/export/use-list-export.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import type { FilterState } from '#components/list/filters/use-list-filters.ts';
import { ListFaults } from '#components/list/list-faults.tsx';
import { ListRows } from '#components/list/table/list-rows.tsx';
import type { Beside } from '#components/list/use-beside.ts';
import { useShownColumns } from '#components/list/use-columns.ts';
import { SavedViews } from '#components/list/views/saved-views.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type CardFilters, cardChargesList } from '#lib/card/card.list.ts';
import { type CardCharge, cardChargesOptions, cardTotalOptions } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { toQuery } from '#lib/list/list.ts';
import { useChargeTable } from './charge-rows.tsx';

type Props = { beside: Beside; state: FilterState<CardFilters> };

const keyOf = ({ amount, createdAt }: CardCharge, column: string) =>
  column === 'amount' ? amount : createdAt;

/** The charges, newest first, with their filters; what was read stays while it is renewed. */
export function ChargesPanel({ beside, state }: Props) {
  const t = useTranslations('card.list');
  const account = useSession().account.slug;
  const { filters } = state;
  const query = useInfiniteQuery(cardChargesOptions(account, filters));
  const table = useChargeTable();
  const columns = useShownColumns(cardChargesList, account, table.words.column);
  const first = query.data?.pages[0];
  const { exportOf, error: exportError } = useListExport(cardChargesList, {
    ...{ name: t('file'), filters, count: first?.total ?? null },
  });
  return (
    <Panel
      title={t('title')}
      note={first?.total != null && t('count', { count: first.total })}
      padded={false}
      action={
        <>
          <SavedViews list={cardChargesList} state={state} columns={columns} now={first?.asOf ?? null} />
          {exportOf()}
        </>
      }
      className="overflow-clip"
    >
      <FilterBar state={state} now={first?.asOf ?? null} before={<Find onFind={beside.show} />}>
        <ColumnSettings list={cardChargesList} columns={columns} />
      </FilterBar>
      <ListFaults state={state} exportError={exportError} />
      {first?.listed === false && (
        <Callout look="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ListRows
        {...table}
        names={columns.names}
        query={query}
        sorts={{ list: cardChargesList, keyOf }}
        sums
        opening={{ open: beside.open, onOpen: beside.show }}
        chooses={{
          of: JSON.stringify(toQuery(filters)),
          nameOf: ({ externalId, id }) => externalId ?? id,
          amountOf: ({ amount, statusCode }) => ({
            cents: amount,
            direction: statusCode === PAID ? 'in' : 'still',
          }),
          actions: exportOf,
        }}
        empty={
          <EmptyResult
            state={state}
            total={(change) => cardTotalOptions(account, { ...filters, ...change })}
            none={<EmptyState title={t('none')}>{t('noneTodo')}</EmptyState>}
            period={t('nothingTodo')}
          />
        }
      />
    </Panel>
  );
}

/** Opens what an id names; the panel beside says when there is none, and what else it may be. */
function Find({ onFind }: { onFind: (id: string) => void }) {
  const t = useTranslations('card.filters');
  const id = useId();
  const [text, setText] = useState('');
  return (
    <form
      className="flex min-w-72 max-w-md flex-1 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onFind(text.trim());
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {t('find')}
      </label>
      <Input
        id={id}
        icon="search"
        frameClassName="flex-1"
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        placeholder={t('find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm">
        {t('findButton')}
      </Button>
    </form>
  );
}
