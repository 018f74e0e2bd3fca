'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryStates } from 'nuqs';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ListRows } from '#components/list/list-rows.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { shortId } from '#components/ui/copy-button.tsx';
import { Input } from '#components/ui/field.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { clean, codeKind } from '#lib/core/clean.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { cut } from '#lib/core/text.ts';
import { ofSelection, type Start } from '#lib/resends/choice.ts';
import { isActive, partsOf, waitsForResults } from '#lib/resends/progress.ts';
import { type ResendDetail, type ResendItemLine, resendItemsOptions } from '#lib/resends/queries.ts';
import { resendItemColumns } from '#lib/resends/resends.list.ts';
import { useEventLabels } from '../use-labels.ts';

const ITEMS_MS = 5_000;
const TABS = ['all', 'delivered', 'accepted', 'failed', 'remaining'] as const;
const OTHERS = ['unknown', 'not_taken', 'skipped', 'unreachable', 'outside'] as const;

/** Table props for the items of a resend; each row opens its transaction. */
export function useItemTable() {
  const t = useTranslations('resends.items');
  const account = useSession().account.slug;
  return {
    columns: resendItemColumns,
    cell: ItemCell,
    labels: {
      label: t('label'),
      loading: t('label'),
      column: (name: string) => t(`columns.${name as 'event'}`),
    },
    opening: {
      href: ({ transactionId }: Item) => `/${account}/transactions/${encodeURIComponent(transactionId)}`,
      title: ({ transactionId }: Item) => transactionId,
    },
    waits: ({ state }: Item) => state === 'remaining' || state === 'unknown',
  };
}

type Item = ResendItemLine & { id: string };

function ItemCell({ row, column }: { row: Item; column: string }) {
  const event = useEventLabels();
  switch (column) {
    case 'reference':
      return <span className="mono">{row.clientReference ?? shortId(row.transactionId)}</span>;
    case 'event':
      return <span title={row.event ?? undefined}>{event(row.event)}</span>;
    case 'request':
      return row.request ?? '–';
    case 'accepted':
      return <Instant at={row.requestedAt} variant="time" />;
    case 'result':
      return <Result item={row} />;
    case 'delivered':
      return <Instant at={row.deliveredAt} variant="time" />;
    default:
      return <Money cents={row.amount} />;
  }
}

const KINDS = lookupTable<StatusKind>({
  delivered: 'ok',
  failed: 'danger',
  accepted: 'idle',
  remaining: 'expired',
  unknown: 'unknown',
  not_taken: 'cancelled',
  outside: 'cancelled',
  unreachable: 'cancelled',
  skipped: 'returned',
  cancelled: 'cancelled',
  requested: 'idle',
});

function Result({ item: { result, state, httpStatus, responseTimeMs } }: { item: ResendItemLine }) {
  const t = useTranslations('resends.items.result');
  const word = result ?? state;
  const labelOf = () => {
    if (word !== 'delivered' && word !== 'failed') return t.has(word) ? t(word) : word;
    if (httpStatus === null) return t('noAnswer');
    const status = String(httpStatus);
    return responseTimeMs === null ? status : t('deliveredIn', { status, ms: Math.round(responseTimeMs) });
  };
  return (
    <Status kind={KINDS[word] ?? 'unknown'} calm={word !== 'failed'}>
      {labelOf()}
    </Status>
  );
}

type PanelProps = { job: ResendDetail; onStart: ((start: Start) => void) | null };

/** Every transaction of the job with its result; the tab and the search are stored in the address. */
export function ItemsPanel({ job, onStart }: PanelProps) {
  const t = useTranslations('resends.items');
  const action = useTranslations('resends.action');
  const id = useId();
  const account = useSession().account.slug;
  const [address, write] = useQueryStates(ADDRESS);
  const state = /^[a-z_]{2,20}$/.test(address.items) ? address.items : 'all';
  const q = cut(address.q, 128);
  const filter = { state: state === 'all' ? null : state, q: q === '' ? null : q };
  const moving = isActive(job) || waitsForResults(job.counts);
  const items = useInfiniteQuery({
    ...resendItemsOptions(account, job.id, filter),
    placeholderData: (before) => before,
    refetchInterval: moving ? ITEMS_MS : false,
  });
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('title')}</h2>
        <StateTabs job={job} state={state} onState={(items) => void write({ items })} />
        <span className="flex-1" />
        <SearchField q={q} onQ={(next) => void write({ q: next })} />
      </header>
      <ListRows
        {...useItemTable()}
        query={items}
        waiting={6}
        chooses={{
          of: JSON.stringify([job.id, filter]),
          nameOf: ({ clientReference, transactionId }) => clientReference ?? transactionId,
          amountOf: ({ amount }) => ({ cents: amount, direction: 'still' }),
          idOf: ({ transactionId }) => transactionId,
          actions: (ids = []) =>
            onStart && (
              <Button icon="send" onClick={() => onStart(ofSelection([...ids]))}>
                {action('selection')}
              </Button>
            ),
        }}
        empty={<p className="p-panel text-ink-3">{q === '' ? t('empty') : t('emptySearch', { q })}</p>}
      />
    </section>
  );
}

const ADDRESS = { items: parseAsString.withDefault('all'), q: parseAsString.withDefault('') };

type TabsProps = { job: ResendDetail; state: string; onState: (next: string) => void };

/** Five tabs are always shown; rare ones only if they have items, or if the address selects one. */
function StateTabs({ job, state, onState }: TabsProps) {
  const t = useTranslations('resends.items');
  const parts = partsOf(job.counts);
  const counts: Record<string, number> = {
    ...job.counts,
    all: job.counts.total,
    accepted: parts.waiting,
    remaining: parts.toSend,
    not_taken: parts.notTaken,
  };
  const others = OTHERS.filter((name) => (counts[name] ?? 0) > 0 || name === state);
  const name = (value: string) =>
    value === 'remaining' && job.state === 'cancelled' ? t('cancelled') : t(value);
  return (
    <Segments
      label={t('filter')}
      value={state}
      onChange={onState}
      options={[...TABS, ...others].map((value) => ({
        value: value as string,
        label: t('count', { name: name(value), count: counts[value] ?? 0 }),
      }))}
    />
  );
}

const WAIT_MS = 300;

/** The search starts once typing pauses. */
function SearchField({ q, onQ }: { q: string; onQ: (next: string) => void }) {
  const t = useTranslations('resends.items');
  const [typed, setTyped] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field, t('searchLabel'));
  const calm = useDeferredValue(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed begins a search
  useEffect(() => {
    const next = clean(codeKind, calm);
    if (next === q) return;
    const timer = setTimeout(() => onQ(next), WAIT_MS);
    return () => clearTimeout(timer);
  }, [calm]);
  return (
    <Input
      ref={field}
      icon="search"
      type="search"
      frameClassName="w-44"
      placeholder={t('search')}
      aria-label={t('searchLabel')}
      maxLength={128}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
