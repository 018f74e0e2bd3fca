'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { isDecision, notificationStyle, QuietHours, useMarkRead } from '#components/app-shell/bell.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { SessionProvider, useSession } from '#components/app-shell/session.tsx';
import { FilterBar, OneChip } from '#components/list/filters/filter-bar.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { EmptyResult } from '#components/list/list-states.tsx';
import { LookUpButton, NextLookUp } from '#components/operations/operation-state.tsx';
import { Button, IconButton, LinkButton } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { dayHeading, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { nonBreakingAmounts } from '#lib/core/money.ts';
import { inboxList } from '#lib/notifications/inbox.list.ts';
import {
  allNotices,
  countsOptions,
  linesOptions,
  type NoticeLine,
  unreadOptions,
} from '#lib/notifications/queries.ts';
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
  const state = useListFilters({
    list: inboxList,
    labelOf: (_, word) => t(word as 'mention'),
    retained: ['state'],
  });
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
        <ReadingLine className="p-panel" label={t('loading')} width="60%" />
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
      none={{ title: t(word), hint: t(`${word}Description`) }}
    />
  );
}

type Props = { lines: readonly NoticeLine[]; onRead: (id: string) => void };

const REFRESH_MS = 60_000;

/** Lines grouped by São Paulo day, newest first. */
export function NoticeDays({ lines, onRead }: Props) {
  const t = useTranslations('inbox.happened');
  const locale = useLocale() as Locale;
  const now = useNow(REFRESH_MS, lines[0]?.at);
  const days = Map.groupBy(lines, ({ at }) => saoPauloDay(at));
  return [...days].map(([day, own]) => (
    <section key={day} aria-label={dayHeading(locale, day, now)}>
      <p className="flex gap-2 border-line border-y bg-sunken px-3 py-1 text-ink-3">
        <b className="text-ink-2">{dayHeading(locale, day, now)}</b>{' '}
        <span>
          {t('day', { count: own.length, messages: own.length + own.flatMap(({ steps }) => steps).length })}
        </span>
      </p>
      <ul>
        {own.map((line) => (
          <Line key={line.id} line={line} onRead={() => onRead(line.id)} />
        ))}
      </ul>
    </section>
  ));
}

const LINE =
  'group grid grid-cols-[1.5rem_1rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 px-3 py-2 text-ink-2 not-first:border-line not-first:border-t @min-[46rem]/room:grid-cols-[1.5rem_1rem_minmax(0,1fr)_minmax(4rem,10rem)_5rem_9rem] [:where(&_small)]:block [:where(&_small)]:wrap-anywhere [:where(&_small)]:text-ink-3 [:where(&_small)]:text-xs/4.5';
/** The unread mark, which becomes a tick on hover or focus. */
const MARK =
  'relative size-6 before:absolute before:inset-2 before:rounded-1 before:bg-ink hover:before:opacity-0 focus-visible:before:opacity-0 forced-colors:before:bg-[CanvasText] forced-colors:before:forced-color-adjust-none [&>svg]:opacity-0 hover:[&>svg]:opacity-100 focus-visible:[&>svg]:opacity-100';

function Line({ line, onRead }: { line: NoticeLine; onRead: () => void }) {
  const t = useTranslations('inbox.happened');
  const { icon, tone } = notificationStyle(line);
  const unread = line.readAt === null;
  return (
    <li className={LINE} data-unread={unread || undefined}>
      {unread ? (
        <IconButton
          icon="tick"
          className={MARK}
          label={t('markRead', { title: line.title })}
          onClick={onRead}
        />
      ) : (
        <span />
      )}
      <Icon name={icon} tone={tone} className="mt-0.5" />
      <div>
        <span className="wrap-anywhere group-data-[unread]:font-[700] group-data-[unread]:text-ink">
          {unread && <span className="sr-only">{t('unread')}: </span>}
          {nonBreakingAmounts(line.title)}
        </span>
        <Facts line={line} />
        {line.reason !== null && (
          <small>
            <q>{line.reason}</q>
          </small>
        )}
        {line.steps.length > 0 && (
          <ul
            className="mt-1 border-line-strong border-l pl-2 text-ink-3 text-xs/4.5"
            aria-label={t('earlier')}
          >
            {line.steps.map(({ step, at, title }) => (
              <li key={step}>
                <Instant at={at} variant="minute" /> {nonBreakingAmounts(title)}
              </li>
            ))}
          </ul>
        )}
        <LookUp line={line} />
      </div>
      <span className="col-start-3 text-ink-3 @min-[46rem]/room:col-start-4">{line.account?.name}</span>
      <Instant
        at={line.at}
        variant="time"
        className="col-start-4 row-start-1 justify-self-end text-ink-3 @min-[46rem]/room:col-start-5"
      />
      {line.link !== null && (
        <Link
          className="col-start-4 justify-self-end @min-[46rem]/room:col-start-6"
          href={line.link.path}
          onClick={() => unread && onRead()}
        >
          {line.link.word}
          <span className="sr-only">: {line.title}</span>
        </Link>
      )}
    </li>
  );
}

/** State of the line's subject. For a mention, the quote of the note; its title names the author. */
function Facts({ line }: { line: NoticeLine }) {
  const t = useTranslations('inbox.happened');
  const { quote, reference, detail, by, event, unknown } = line;
  if (quote !== null)
    return (
      <small>
        <q>{quote}</q>
      </small>
    );
  const named = event !== 'mention' && by !== null && by.name !== '' && t('by', { name: by.name });
  return (
    <small>
      {[reference, nonBreakingAmounts(detail), named].filter(Boolean).join(' · ')}
      {unknown !== null && (
        <>
          {' · '}
          <NextLookUp operation={{ state: 'unknown', nextLookUpAt: unknown.nextLookUpAt }} />
        </>
      )}
    </small>
  );
}

/** Looks an unknown operation up, if the operator may on the line's account. */
function LookUp({ line: { account, facts, unknown } }: { line: NoticeLine }) {
  const { session, account: page } = useSession();
  if (account === null || unknown?.lookUp !== true || typeof facts.id !== 'string') return null;
  if (!session.accounts.some(({ slug }) => slug === account.slug)) return null;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2">
      <SessionProvider session={session} account={account.slug}>
        <LookUpButton operation={{ id: facts.id }} stale={[allNotices(page.slug)]} size="sm" />
      </SessionProvider>
    </div>
  );
}
