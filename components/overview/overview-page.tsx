'use client';

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ReadOnlyBanner } from '#components/app-shell/auth-layout.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { AcceptancePanel, CardSums, RefusalsPanel } from '#components/overview/card-panels.tsx';
import { DisputesPanel, WebhooksPanel } from '#components/overview/check-panels.tsx';
import { HealthPanel } from '#components/overview/health-panel.tsx';
import { BalancePanel, LimitPanel } from '#components/overview/money-panels.tsx';
import {
  CardsPanel,
  LinesPanel,
  RecentPanel,
  RecurrencesPanel,
} from '#components/overview/newest-panels.tsx';
import { QueryPanel, ShownAbove } from '#components/overview/query-panel.tsx';
import { LimitsPanel, MetricsPanel } from '#components/overview/service-panels.tsx';
import { StatusPanel, TodayPanel } from '#components/overview/today-panels.tsx';
import { VolumePanel } from '#components/overview/volume-panel.tsx';
import { IconButton, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { causeOf, sharedFailure, withWait } from '#lib/api/query-client.ts';
import { readAt } from '#lib/core/clock.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  allOverview,
  balanceQuery,
  cardFiguresQuery,
  cardsQuery,
  healthQuery,
  limitsQuery,
  linesQuery,
  metricsQuery,
  profileQuery,
  recentQuery,
  todayQuery,
  volumeQuery,
} from '#lib/overview/queries.ts';
import type { OverviewParts } from '#lib/overview/rules.ts';
import type { Profile } from '#lib/providers/records.ts';

/** With more panels below, the last panel of each column grows, so that both columns end on one line. */
const LAST_GROWS = '*:last:flex-1';

export function OverviewPage({ account, parts }: { account: string; parts: OverviewParts }) {
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
        <ShownAbove value={causeOf(reading.shared)}>
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
        </ShownAbove>
      </Page>
    </>
  );
}

/** Buttons of the most frequent tasks, by permission. A small screen has them in its tab bar. */
function Begin({ account }: { account: string }) {
  const t = useTranslations('overview');
  const { capabilities } = useSession().account;
  const charges = useCan('charge') && capabilities.includes('charges');
  const withdraws = useCan('withdraw') && capabilities.includes('withdrawals');
  return (
    <>
      {withdraws && (
        <LinkButton className="max-wide:hidden" href={`/${account}/withdrawals?open=new`}>
          {t('withdraw')}
        </LinkButton>
      )}
      {charges && (
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
    void client.refetchQueries({ queryKey: allOverview(account), type: 'active' }, { cancelRefetch: false });
  return { ...reading, readAgain };
}

/** The first queries are read often, and their age is the page's. */
const OFTEN = 6;

function freshness(all: readonly { data: unknown; error: unknown; dataUpdatedAt: number }[]) {
  const times = all.slice(0, OFTEN).flatMap(({ dataUpdatedAt: time }) => (time > 0 ? [time] : []));
  const stale = all.find(({ error, data }) => error !== null && data !== undefined);
  return {
    asOf: times.length === 0 ? null : readAt(Math.min(...times)),
    live: times.length > 0 && all.every(({ error }) => error === null),
    error: stale?.error ?? null,
    shared: sharedFailure(all),
  };
}

const FACTS = ['name', 'number', 'status', 'charge', 'withdrawal', 'may'] as const;

/** The account's holder and permissions; facts that the provider does not report are omitted. */
export function FactsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.facts');
  return (
    <QueryPanel
      second
      query={useQuery(profileQuery(account))}
      title={t('title')}
      skeleton={<Facts of={FACTS.map((name) => ({ label: t(name), value: <Skeleton width="9rem" /> }))} />}
    >
      {(profile) => <ProfileFacts profile={profile} />}
    </QueryPanel>
  );
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const t = useTranslations('overview.facts');
  const { branch, accountNumber, chargeMin, chargeMax, withdrawalMin, withdrawalMax } = profile;
  const range = (min: number | null, max: number | null) =>
    min === null || max === null ? '–' : t('range', { min: formatBrl(min), max: formatBrl(max) });
  const rights = [
    { may: profile.allowDeposit, name: t('deposit') },
    { may: profile.allowWithdraw, name: t('withdraw') },
    { may: profile.allowInfraction, name: t('dispute') },
  ];
  const areReported = rights.some(({ may }) => may !== null);
  const allowed = rights.flatMap(({ may, name }) => (may === true ? [name] : []));
  return (
    <Facts
      of={[
        { label: t('name'), value: profile.name },
        { label: t('number'), value: [branch, accountNumber].filter((part) => part !== null).join(' / ') },
        { label: t('status'), value: profile.status === 'ACTIVE' ? t('active') : profile.status },
        { label: t('charge'), value: range(chargeMin, chargeMax) },
        { label: t('withdrawal'), value: range(withdrawalMin, withdrawalMax) },
        { label: t('may'), value: areReported && (allowed.join(', ') || t('nothing')) },
      ]}
    />
  );
}
