'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { LateConfirmationNotice } from '#components/operations/late-confirmation-notice.tsx';
import { BalancePanel } from '#components/overview/balance-panel.tsx';
import { CardSums } from '#components/overview/card-sums.tsx';
import { DisputesPanel } from '#components/overview/disputes-panel.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { EnvTag } from '#components/ui/badge.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { PanelOwner, panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { Sum, SumStrip } from '#components/ui/table.tsx';
import { certificateState } from '#lib/card/certificate-term.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { balanceQuery, healthQuery } from '#lib/overview/queries.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { totalsOf } from './totals.ts';

/** Every account one may read: what it holds and what cannot wait. Each panel asks, fails and recovers alone. */
export function AllAccountsView() {
  const t = useTranslations('all-accounts');
  const { accounts } = useSession().session;
  return (
    <>
      <PageHead title={t('title')} />
      <Page className="grid grid-cols-1 content-start gap-5">
        <TotalsPanel />
        {accounts.map((account) => (
          <One key={account.slug} account={account} />
        ))}
      </Page>
    </>
  );
}

function One({ account }: { account: AccountSummary }) {
  const t = useTranslations('all-accounts');
  const shell = useTranslations('shell');
  const { slug, name, kind, environment, capabilities } = account;
  const has = (name: string) => capabilities.includes(name);
  const nothing = !['balance', 'disputes', 'deliveries', 'card-charges'].some(has);
  return (
    <section aria-labelledby={`all-${slug}`} className="grid grid-cols-1 gap-2">
      <h2 id={`all-${slug}`}>
        <Link href={`/${slug}/overview`} title={t('open', { name })}>
          {name}
        </Link>{' '}
        <small className="font-normal text-ink-3">
          {shell(`kinds.${kind}`)} ·{' '}
          <EnvTag environment={environment}>{shell(`environments.${environment}`)}</EnvTag>
        </small>
      </h2>
      {has('card-charges') && <CertificateSign account={slug} />}
      <LateConfirmationNotice account={slug} />
      <PanelOwner value={`all-${slug}`}>
        {/* The same thing stands in the same column of every account. */}
        <div className="grid grid-cols-1 items-start gap-4 @min-[54rem]/room:grid-cols-3">
          {has('balance') && <BalancePanel account={slug} className="@min-[54rem]/room:col-start-1" />}
          {has('card-charges') && (
            <div className="@min-[54rem]/room:col-span-full">
              <CardSums account={slug} />
            </div>
          )}
          {has('disputes') && (
            <div className="@min-[54rem]/room:col-start-2">
              <DisputesPanel account={slug} />
            </div>
          )}
          {has('deliveries') && (
            <div className="@min-[54rem]/room:col-start-3">
              <UndeliveredPanel account={slug} />
            </div>
          )}
          {nothing && <p className="text-ink-3">{t('nothing')}</p>}
        </div>
      </PanelOwner>
    </section>
  );
}

/** An account whose own certificate ends soon, or has ended; nothing while it is good. */
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
    <p role="status">
      <Status kind={state === 'soon' ? 'warn' : 'danger'}>
        {t(state, { days: daysLeft ?? 0 })}
        {day !== null && ` · ${state === 'soon' ? day : t('since', { day })}`}
      </Status>
    </p>
  );
}

/** Open failures of an account. */
function UndeliveredPanel({ account }: { account: string }) {
  const t = useTranslations('all-accounts.deliveries');
  const query = useQuery(incidentsOptions(account));
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      action={<Link href={`/${account}/deliveries`}>{t('see')}</Link>}
      skeleton={<Skeleton width="12rem" />}
    >
      {({ items, open }) => {
        if (open === 0) return <Status kind="ok">{t('none')}</Status>;
        return (
          <>
            <Status kind="danger">{t('failing', { count: open })}</Status>
            <p className="text-xs text-ink-3">{t('receivers', { count: items.length })}</p>
          </>
        );
      }}
    </QueryPanel>
  );
}

/** Sum of all accounts with a balance; it counts the accounts while some do not answer. */
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
