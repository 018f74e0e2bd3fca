'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { PeriodChip } from '#components/list/filters/period-chip.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import payments from '#components/payments/payments.module.css';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { isFiltered } from '#lib/card/filters.ts';
import { cardChargesOptions } from '#lib/card/queries.ts';
import styles from '../card.module.css';
import type { CardBeside, CardFilterState } from '../use-card-page.ts';
import { ChargeRows, RowsWaiting } from './charge-rows.tsx';

type Props = { beside: CardBeside; state: CardFilterState };

/** The charges, newest first, with their filters; what was read stays while it is renewed. */
export function ChargesPanel({ beside, state }: Props) {
  const t = useTranslations('card.list');
  const account = useSession().account.slug;
  const query = useInfiniteQuery(cardChargesOptions(account, state.filters));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const first = data?.pages[0];
  // A charge may come on two pages while new ones arrive and the provider tells no times.
  const items = [...new Map(data?.pages.flatMap((page) => page.items.map((one) => [one.id, one]))).values()];
  return (
    <Panel
      title={t('title')}
      note={first?.total != null && t('count', { count: first.total })}
      padded={false}
      className={styles.list ?? ''}
    >
      <Filters state={state} now={first?.asOf ?? null} onFind={beside.openCharge} />
      {first?.listed === false && (
        <Callout look="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      {error !== null && (
        <ReadError error={error} onRetry={() => void refetch()} asOf={first?.asOf ?? null} />
      )}
      <ReadingNote pages={data?.pages} />
      {data === undefined && error === null && <RowsWaiting />}
      {data !== undefined && items.length === 0 && <Empty state={state} />}
      {items.length > 0 && <ChargeRows items={items} open={beside.open} onOpen={beside.openCharge} />}
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

function Empty({ state }: { state: CardFilterState }) {
  const t = useTranslations('card.list');
  if (!isFiltered(state.filters)) return <EmptyState title={t('none')}>{t('noneTodo')}</EmptyState>;
  return (
    <EmptyState title={t('nothing')} action={<Button onClick={state.clear}>{t('clear')}</Button>}>
      {t('nothingTodo')}
    </EmptyState>
  );
}

type FiltersProps = { state: CardFilterState; now: string | null; onFind: (id: string) => void };

function Filters({ state, now, onFind }: FiltersProps) {
  const t = useTranslations('card.filters');
  const { filters, set } = state;
  return (
    <fieldset className={payments.filters} aria-label={t('label')}>
      <Find onFind={onFind} />
      <PeriodChip
        span={{ from: filters.from, to: filters.to }}
        now={now}
        onChange={({ from, to }) => set({ from, to })}
      />
      {filters.recurrence !== null && (
        <span className="chip">
          <ChipButton label={t('recurrence')} value={shortId(filters.recurrence)} />
          <ChipRemove
            label={t('remove', { name: t('recurrence') })}
            onClick={() => set({ recurrence: null })}
          />
        </span>
      )}
    </fieldset>
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
