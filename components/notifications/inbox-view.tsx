'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isDecision, QuietHours, useMarkRead } from '#components/app-shell/notices.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { FilterBar } from '#components/list/filters/filter-bar.tsx';
import { OneChip } from '#components/list/filters/period-chip.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { EmptyResult } from '#components/list/list-states.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { inboxList } from '#lib/notifications/inbox.list.ts';
import { countsOptions, linesOptions, unreadOptions } from '#lib/notifications/queries.ts';
import { NoticeDays } from './notice-days.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/** The operator's inbox over all accounts: waiting decisions, then events, one line per cause. */
export function InboxView() {
  const t = useTranslations('inbox');
  const account = useSession().account.slug;
  const state = useInboxFilters();
  const { data: unread = 0 } = useQuery(unreadOptions(account));
  const read = useMarkRead();
  return (
    <>
      <PageHead title={t('title')}>
        <LinkButton href="/settings/channels" icon="gear" className="max-wide:hidden">
          {t('choose')}
        </LinkButton>
        {/* Always rendered, so that the page below does not move. */}
        <Button disabled={unread === 0} onClick={() => void read({ all: true })}>
          {t('markAll', { count: unread })}
        </Button>
      </PageHead>
      <Page layout="stack" className="gap-3">
        <Filters state={state} unread={unread} />
        <WaitingPanel />
        <Happened state={state} onRead={(id) => void read({ ids: [id] })} />
      </Page>
    </>
  );
}

function useInboxFilters() {
  const t = useTranslations('channels.grid.events');
  const state = useListFilters({ list: inboxList, say: (_, word) => t(word as 'mention'), kept: ['state'] });
  return { ...state, fields: state.fields.filter(({ name }) => name === 'event') };
}
type InboxState = ReturnType<typeof useInboxFilters>;

/** Filters of the inbox: state, event, account, time. Waiting decisions ignore them. */
function Filters({ state, unread }: { state: InboxState; unread: number }) {
  const t = useTranslations('inbox');
  const { account, session } = useSession();
  const { filters, set } = state;
  // The segments show before their counts arrive.
  const { data: counts } = useQuery(countsOptions(account.slug));
  return (
    <div className="flex flex-wrap items-center gap-2 [--filters-x:0px]">
      <Segments
        label={t('show')}
        value={filters.state ?? 'open'}
        onChange={(next) => set({ state: next === 'open' ? null : next })}
        options={[
          { value: 'open', label: t('filters.open', { count: counts?.open ?? '' }) },
          { value: 'unread', label: t('filters.unread', { count: unread }) },
          { value: 'all', label: t('filters.all', { count: counts?.all ?? '' }) },
        ]}
      />
      <FilterBar
        state={{ ...state, filters: { ...filters, state: null } }}
        now={null}
        standing
        after={
          <OneChip
            name="account"
            value={filters.account}
            options={session.accounts.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChoose={(account) => set({ account })}
          />
        }
      />
      <QuietHours className="ml-auto" />
    </div>
  );
}

function Happened({ state, onRead }: { state: InboxState; onRead: (id: string) => void }) {
  const t = useTranslations('inbox.happened');
  const account = useSession().account.slug;
  const query = useInfiniteQuery(linesOptions(account, state.filters));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const lines = data?.pages.flatMap(({ items }) => items).filter((line) => !isDecision(line)) ?? [];
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      action={
        <span className="inline-flex items-center gap-1.5 text-ink-3">
          <i
            className="size-2 rounded-1 bg-ink forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
            aria-hidden="true"
          />{' '}
          {t('unread')}
        </span>
      }
      padded={false}
      busy={data === undefined && error === null}
    >
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <ReadingLine className="p-panel" words={t('loading')} width="60%" />
      )}
      {data !== undefined && lines.length === 0 && <Nothing state={state} />}
      <NoticeDays lines={lines} onRead={onRead} />
      {hasNextPage && (
        <footer>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </footer>
      )}
    </Panel>
  );
}

const NOTHING = { all: 'none', unread: 'allRead', open: 'openNone' } as const;

/** The empty inbox: no events at all, nothing unread or open, or nothing matches the filters. */
function Nothing({ state }: { state: InboxState }) {
  const t = useTranslations('inbox.happened');
  const account = useSession().account.slug;
  const { filters } = state;
  const { data: counts } = useQuery(countsOptions(account));
  const word = NOTHING[counts?.all === 0 ? 'all' : (filters.state ?? 'open')];
  return (
    <EmptyResult
      state={{ ...state, filters: { ...filters, state: null } }}
      read={(change) => linesOptions(account, { ...filters, ...change, state: filters.state })}
      none={{ title: t(word), hint: t(`${word}Words`) }}
    />
  );
}
