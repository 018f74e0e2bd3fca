'use client';

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { STEP_STYLE } from '#components/disputes/use-labels.ts';
import { LateConfirmationNotice } from '#components/operations/late-confirmation-notice.tsx';
import { CardSums } from '#components/overview/card-panels.tsx';
import { EnvTag } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { TwoLines } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { Sum, SumStrip } from '#components/ui/table.tsx';
import { CallError } from '#lib/api/client.ts';
import { certificateState } from '#lib/card/certificate-term.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { stepOf } from '#lib/disputes/rules.ts';
import { tableColumns } from '#lib/list/list.ts';
import { balanceQuery, healthQuery, todayQuery } from '#lib/overview/queries.ts';
import type { Balance } from '#lib/providers/records.ts';
import type { AccountSummary } from '#lib/session/contract.ts';

const COLUMNS = tableColumns({
  account: { width: 12, grows: true, place: 'who', opens: true },
  available: { width: 9, number: true, place: 'amount' },
  blocked: { width: 8, number: true, under: 50 },
  today: { width: 9, number: true, under: 40 },
  disputes: { width: 11, place: 'state' },
  failures: { width: 11, place: 'note', plain: true },
});
type AccountLine = AccountSummary & { id: string };

/** Every readable account. Each cell loads, fails and recovers on its own. */
export function AllAccountsView() {
  const t = useTranslations('all-accounts');
  const { accounts } = useSession().session;
  const rows = accounts.map((account) => ({ ...account, id: account.slug }));
  return (
    <>
      <PageHead title={t('title')} />
      <Page className="grid grid-cols-1 content-start gap-5">
        <TotalsPanel />
        {accounts.map(({ slug }) => (
          <LateConfirmationNotice key={slug} account={slug} />
        ))}
        <section className={panelVariants()} aria-label={t('table')}>
          <DataTable
            rows={rows}
            columns={COLUMNS}
            labels={{ label: t('table'), column: (name) => t(`columns.${name as 'account'}`) }}
            cell={AccountCell}
            opening={{ href: ({ slug }) => `/${slug}/overview`, title: ({ name }) => t('open', { name }) }}
          />
        </section>
        {accounts
          .filter(({ capabilities }) => capabilities.includes('card-charges'))
          .map(({ slug, name }) => (
            <section key={slug} aria-label={name} className="grid grid-cols-1 gap-2">
              <h2>{name}</h2>
              <CardSums account={slug} />
            </section>
          ))}
      </Page>
    </>
  );
}

/** A phone's row leaves out what is not there. */
const ABSENT = 'text-ink-3 stacked:hidden';
const NONE = <span className={ABSENT}>–</span>;

function AccountCell({ row, column }: { row: AccountLine; column: string }) {
  const t = useTranslations('all-accounts');
  const shell = useTranslations('shell');
  const has = (name: string) => row.capabilities.includes(name);
  switch (column) {
    case 'account':
      return (
        <TwoLines
          below={
            <>
              {shell(`kinds.${row.kind}`)} ·{' '}
              <EnvTag environment={row.environment}>{shell(`environments.${row.environment}`)}</EnvTag>
              {has('card-charges') && <CertificateSign account={row.slug} />}
            </>
          }
        >
          {row.name}
        </TwoLines>
      );
    case 'available':
      return has('balance') ? <BalanceCell account={row.slug} part={column} /> : t('noBalance');
    case 'blocked':
      return has('balance') ? <BalanceCell account={row.slug} part={column} /> : NONE;
    case 'today':
      return has('transactions') ? <TodayCell account={row.slug} /> : NONE;
    case 'disputes':
      return has('disputes') ? <DisputesCell account={row.slug} /> : NONE;
    default:
      return has('deliveries') ? <FailuresCell account={row.slug} /> : NONE;
  }
}

type ReadCellProps<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode };

/** A cell with its own query: a skeleton while loading, a short error with a retry on failure. */
function ReadCell<T>({ query, children }: ReadCellProps<T>) {
  const t = useTranslations('all-accounts');
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton width="4rem" />;
  const status = query.error instanceof CallError ? query.error.problem.provider?.status : undefined;
  return (
    <span className="relative z-1 inline-flex items-center gap-1 text-danger-ink">
      {status === undefined ? t('unread') : `HTTP ${status}`}
      <IconButton
        icon="refresh"
        label={t('retry')}
        onClick={() => void query.refetch({ cancelRefetch: false })}
      />
    </span>
  );
}

function BalanceCell({ account, part }: { account: string; part: 'available' | 'blocked' }) {
  const query = useQuery(balanceQuery(account));
  return <ReadCell query={query}>{(balance) => <Money cents={balance[part]} />}</ReadCell>;
}

function TodayCell({ account }: { account: string }) {
  const t = useTranslations('overview.today.basis');
  const query = useQuery(todayQuery(account));
  return (
    <ReadCell query={query}>
      {({ today }) => (
        <span title={t(today.basis)}>
          <Money cents={today.in} direction={today.in === 0 ? 'still' : 'in'} />
        </span>
      )}
    </ReadCell>
  );
}

/** Number of open disputes, and the remaining time of the one due first. */
function DisputesCell({ account }: { account: string }) {
  const t = useTranslations('all-accounts.disputes');
  const timeLabels = useTimeLabels();
  const now = useNow(30_000);
  const query = useQuery(firstDueOptions(account));
  return (
    <ReadCell query={query}>
      {({ sums, items, completeAt }) => {
        if (sums.open.count === 0)
          return <span className={ABSENT}>{t(completeAt === null ? 'reading' : 'none')}</span>;
        const deadline = items[0]?.deadline ?? null;
        const ms = deadline === null ? null : Date.parse(deadline) - now;
        const urgent = ms !== null && STEP_STYLE[stepOf(ms)].urgency === 'danger';
        return (
          <Link href={`/${account}/disputes`} className={`relative z-1 ${urgent ? 'text-danger-ink' : ''}`}>
            {ms === null || ms <= 0
              ? t('open', { count: sums.open.count })
              : t('due', { count: sums.open.count, left: timeLabels.left(ms) })}
          </Link>
        );
      }}
    </ReadCell>
  );
}

/** Deliveries that failed and were not recovered. */
function FailuresCell({ account }: { account: string }) {
  const t = useTranslations('all-accounts.failures');
  const query = useQuery(incidentsOptions(account));
  return (
    <ReadCell query={query}>
      {({ items, open }) =>
        open === 0 ? (
          <span className={ABSENT}>{t('none')}</span>
        ) : (
          <Link href={`/${account}/deliveries?outcome=failed`} className="relative z-1 text-danger-ink">
            {t('open', { count: open, endpoints: items.length })}
          </Link>
        )
      }
    </ReadCell>
  );
}

/** Warns that an account's certificate expires soon or has expired; nothing while it is valid. */
function CertificateSign({ account }: { account: string }) {
  const t = useTranslations('overview.health.certificate');
  const locale = useLocale() as Locale;
  const certificate = useQuery(healthQuery(account)).data?.certificate ?? null;
  if (certificate === null) return null;
  const state = certificateState(certificate);
  if (state === 'good') return null;
  const { validTo, daysLeft } = certificate;
  const day = validTo === null ? null : formatInstant(locale, validTo, 'long-day');
  return (
    <span role="status">
      {' · '}
      <Status kind={state === 'soon' ? 'warn' : 'danger'}>
        {t(state, { days: daysLeft ?? 0 })}
        {day !== null && ` · ${state === 'soon' ? day : t('since', { day })}`}
      </Status>
    </span>
  );
}

/** Sum of all accounts with a balance; shows how many accounts answered while some do not. */
export function TotalsPanel() {
  const t = useTranslations('all-accounts.totals');
  const shell = useTranslations('shell.environments');
  const accounts = useSession().session.accounts.filter(({ capabilities }) =>
    capabilities.includes('balance'),
  );
  const { totals, reading } = useQueries({
    queries: accounts.map(({ slug }) => balanceQuery(slug)),
    combine: (answers) => ({
      totals: totalsOf(accounts.map(({ environment }, at) => ({ environment, balance: answers[at]?.data }))),
      reading: answers.some(({ isPending }) => isPending),
    }),
  });
  if (accounts.length < 2) return null;
  return (
    <section className={panelVariants()} aria-label={t('title')}>
      <SumStrip>
        {totals.map(({ environment, available, blocked, known, all }) => (
          <Sum
            key={environment}
            label={
              <>
                {t('available')} <EnvTag environment={environment}>{shell(environment)}</EnvTag>
              </>
            }
            value={known > 0 ? <Money cents={available} /> : reading ? <Skeleton width="8rem" /> : '–'}
            note={
              <>
                {known === all || (reading && known === 0)
                  ? t('all', { count: all })
                  : t('some', { known, all })}
                {blocked !== null && blocked > 0 && (
                  <>
                    {' · '}
                    {t('blocked')} <Money cents={blocked} />
                  </>
                )}
              </>
            }
            noteClassName="max-wide:min-h-[2lh]"
          />
        ))}
      </SumStrip>
    </section>
  );
}

type Holding = {
  environment: AccountSummary['environment'];
  /** Undefined: not known, or not loaded yet. */
  balance: Pick<Balance, 'available' | 'blocked'> | undefined;
};

/**
 * Sums in cents by environment, so that real and sandbox money stay separate; all providers use reais. `known`
 * of `all` accounts report an available balance; `blocked` is null where none of these reports it.
 */
export function totalsOf(accounts: readonly Holding[]) {
  const byEnvironment = Map.groupBy(accounts, ({ environment }) => environment);
  const totals = [...byEnvironment].map(([environment, own]) => {
    const total = { environment, available: 0, blocked: null as number | null, known: 0, all: own.length };
    for (const { balance } of own) {
      const { available = null, blocked = null } = balance ?? {};
      if (available === null) continue;
      total.known += 1;
      total.available += available;
      if (blocked !== null) total.blocked = (total.blocked ?? 0) + blocked;
    }
    return total;
  });
  return totals.sort((a, b) => a.environment.localeCompare(b.environment));
}
