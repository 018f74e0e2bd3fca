'use client';

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ReadOnlyBanner } from '#components/app-shell/layout-parts.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { AcceptancePanel, RefusalsPanel } from '#components/overview/acceptance-panel.tsx';
import { BalancePanel } from '#components/overview/balance-panel.tsx';
import { CardSums } from '#components/overview/card-sums.tsx';
import { CardsPanel, RecurrencesPanel } from '#components/overview/cards-panel.tsx';
import { DisputesPanel } from '#components/overview/disputes-panel.tsx';
import { HealthPanel } from '#components/overview/health-panel.tsx';
import { LimitPanel, LimitsPanel } from '#components/overview/limits-panel.tsx';
import { LinesPanel } from '#components/overview/lines-panel.tsx';
import { MetricsPanel } from '#components/overview/metrics-panel.tsx';
import { QueryPanel, SaidAbove } from '#components/overview/query-panel.tsx';
import { RecentPanel } from '#components/overview/recent-panel.tsx';
import { StatusPanel } from '#components/overview/status-panel.tsx';
import { TodayPanel } from '#components/overview/today-panel.tsx';
import { VolumePanel } from '#components/overview/volume-panel.tsx';
import { WebhooksPanel } from '#components/overview/webhooks-panel.tsx';
import { IconButton, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { causeOf, sharedFailure, withWait } from '#lib/api/retries.ts';
import { readAt } from '#lib/core/clock.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  balanceQuery,
  cardFiguresQuery,
  cardsQuery,
  healthQuery,
  limitsQuery,
  linesQuery,
  metricsQuery,
  overviewKeys,
  profileQuery,
  recentQuery,
  todayQuery,
  volumeQuery,
} from '#lib/overview/queries.ts';
import type { OverviewParts } from '#lib/overview/rules.ts';
import type { Profile } from '#lib/providers/records.ts';

type Props = { account: string; parts: OverviewParts };

/** With more panels below, the last panel of each column grows, so that both columns end on one line. */
const LAST_GROWS = '*:last:flex-1';

export function OverviewPage({ account, parts }: Props) {
  const t = useTranslations('overview');
  const reading = useReading(account, parts);
  const foot = parts.transactions || parts.profile;
  const error = useMemo(() => withWait(reading.shared ?? reading.error), [reading.shared, reading.error]);
  return (
    <>
      <PageHead title={t('title')} asOf={reading.asOf} live={reading.live}>
        <IconButton icon="refresh" size="md" label={t('refresh')} onClick={reading.readAgain} />
        <Begin account={account} />
      </PageHead>
      <ReadOnly account={account} />
      <Page>
        {error !== null && (
          <ErrorCard className="mb-4" error={error} asOf={reading.asOf} onRetry={reading.readAgain} />
        )}
        <SaidAbove value={causeOf(reading.shared)}>
          <div className="grid grid-cols-12 items-stretch gap-4 *:col-span-12">
            {parts.balance && (
              <BalancePanel
                account={account}
                className="@min-[40rem]/room:col-span-7 @min-[62rem]/room:col-span-5"
              />
            )}
            {parts.profile && (
              <LimitPanel
                account={account}
                className="@min-[40rem]/room:col-span-5 @min-[62rem]/room:col-span-3"
              />
            )}
            {parts.limits && <LimitsPanel account={account} className="@min-[62rem]/room:col-span-7" />}
            {parts.transactions && <TodayPanel account={account} className="@min-[62rem]/room:col-span-4" />}
            {parts.cards && <CardSums account={account} />}
            <div
              className={`flex min-w-0 flex-col gap-4 @min-[62rem]/room:col-span-8 ${foot ? LAST_GROWS : ''}`}
            >
              {parts.cards && <AcceptancePanel account={account} />}
              {parts.cards && <RecurrencesPanel account={account} />}
              {parts.summary && <VolumePanel account={account} />}
              {parts.transactions && <RecentPanel account={account} />}
              {parts.lines && <LinesPanel account={account} />}
              {parts.cards && <CardsPanel account={account} />}
              {parts.metrics && <MetricsPanel account={account} />}
            </div>
            <div
              className={`flex min-w-0 flex-col gap-4 @min-[40rem]/room:grid @min-[40rem]/room:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))] @min-[62rem]/room:col-span-4 @min-[62rem]/room:flex ${foot ? LAST_GROWS : ''}`}
            >
              {parts.cards && <RefusalsPanel account={account} />}
              {parts.disputes && <DisputesPanel account={account} />}
              {parts.deliveries && <WebhooksPanel account={account} />}
              <HealthPanel account={account} />
            </div>
            {foot && (
              <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-4">
                {parts.transactions && <StatusPanel account={account} />}
                {parts.profile && <FactsPanel account={account} />}
              </div>
            )}
          </div>
        </SaidAbove>
      </Page>
    </>
  );
}

/** Buttons of the most frequent tasks, by permission. A small screen has them in its tab bar. */
function Begin({ account }: { account: string }) {
  const t = useTranslations('overview');
  const { capabilities } = useSession().account;
  const [charges, withdraws] = [useCan('charge'), useCan('withdraw')];
  return (
    <>
      {withdraws && capabilities.includes('withdrawals') && (
        <LinkButton className="max-wide:hidden" href={`/${account}/withdrawals?open=new`}>
          {t('withdraw')}
        </LinkButton>
      )}
      {charges && capabilities.includes('charges') && (
        <LinkButton
          className="max-wide:hidden"
          variant="main"
          icon="plus"
          href={`/${account}/charges?open=new`}
        >
          {t('charge')}
        </LinkButton>
      )}
    </>
  );
}

/** Banner while the contract is unsigned (PZA206): reads work, changes do not. */
function ReadOnly({ account }: { account: string }) {
  const { data } = useQuery(healthQuery(account));
  return data?.blockedBy === 'PZA206' ? <ReadOnlyBanner /> : null;
}

type Reading = { data: unknown; error: unknown; dataUpdatedAt: number };

/** Age of the page's data over its panels. `error` is of a panel that still shows older data. */
function useReading(account: string, parts: OverviewParts) {
  const client = useQueryClient();
  const reading = useQueries({
    queries: [
      { ...balanceQuery(account), enabled: parts.balance },
      { ...profileQuery(account), enabled: parts.profile },
      { ...recentQuery(account), enabled: parts.transactions },
      { ...linesQuery(account), enabled: parts.lines },
      { ...limitsQuery(account), enabled: parts.limits },
      { ...cardsQuery(account), enabled: parts.cards },
      { ...metricsQuery(account), enabled: parts.metrics },
      { ...todayQuery(account), enabled: parts.transactions },
      { ...volumeQuery(account), enabled: parts.summary },
      { ...cardFiguresQuery(account), enabled: parts.cards },
      healthQuery(account),
    ],
    combine: freshness,
  });
  const readAgain = () =>
    void client.refetchQueries(
      { queryKey: overviewKeys.all(account), type: 'active' },
      { cancelRefetch: false },
    );
  return { ...reading, readAgain };
}

function freshness(all: readonly Reading[]) {
  const [balance, profile, recent, lines, limits, cards] = all;
  const quick = [balance, profile, recent, lines, limits, cards].filter(
    (reading) => reading !== undefined && reading.dataUpdatedAt > 0,
  );
  const oldest = Math.min(...quick.map((reading) => reading?.dataUpdatedAt ?? 0));
  const stale = all.filter((reading) => reading.error !== null && reading.data !== undefined);
  return {
    asOf: quick.length === 0 ? null : readAt(oldest),
    live: quick.length > 0 && all.every((reading) => reading.error === null),
    error: stale[0]?.error ?? null,
    shared: sharedFailure(all),
  };
}

/** The account's holder and permissions; facts that the provider does not report are left out. */
export function FactsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.facts');
  const query = useQuery(profileQuery(account));
  return (
    <QueryPanel second query={query} title={t('title')} skeleton={<Waiting />}>
      {(profile) => <Told profile={profile} />}
    </QueryPanel>
  );
}

function Told({ profile }: { profile: Profile }) {
  const t = useTranslations('overview.facts');
  const number = [profile.branch, profile.accountNumber].filter((part) => part !== null).join(' / ');
  const rights = [
    { may: profile.allowDeposit, words: t('deposit') },
    { may: profile.allowWithdraw, words: t('withdraw') },
    { may: profile.allowInfraction, words: t('dispute') },
  ];
  const told = rights.some((right) => right.may !== null);
  const held = rights.filter((right) => right.may === true).map((right) => right.words);
  return (
    <Facts
      of={[
        { label: t('name'), value: profile.name },
        { label: t('number'), value: number },
        { label: t('status'), value: profile.status === 'ACTIVE' ? t('active') : profile.status },
        { label: t('charge'), value: <Range min={profile.chargeMin} max={profile.chargeMax} /> },
        { label: t('withdrawal'), value: <Range min={profile.withdrawalMin} max={profile.withdrawalMax} /> },
        { label: t('may'), value: told && (held.length === 0 ? t('nothing') : held.join(', ')) },
      ]}
    />
  );
}

function Range({ min, max }: { min: number | null; max: number | null }) {
  const t = useTranslations('overview.facts');
  if (min === null || max === null) return '–';
  return t('range', { min: formatBrl(min), max: formatBrl(max) });
}

function Waiting() {
  const t = useTranslations('overview.facts');
  const names = ['name', 'number', 'status', 'charge', 'withdrawal', 'may'] as const;
  return <Facts of={names.map((name) => ({ label: t(name), value: <Skeleton width="9rem" /> }))} />;
}
