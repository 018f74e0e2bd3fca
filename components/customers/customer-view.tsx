'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { RevealButton, Revealed, usePlaceLabels } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ExportError, useListExport } from '#components/list/export/use-list-export.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useRecord } from '#components/list/record-body.tsx';
import { LeftOut, SumTotal, Total, Totals } from '#components/list/totals.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facts } from '#components/ui/facts.tsx';
import { Instant, useTimeLabels } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { HeadActions, Page, PageFrame } from '#components/ui/page.tsx';
import { EmptyState, Panel, panelVariants } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { type Customer, customerOptions, revealedCustomerOptions } from '#lib/customers/queries.ts';
import { disputeHref } from '#lib/statement/rules.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { CustomerHistory } from './customer-history.tsx';

/** One person or company: payments, refunds, withdrawals and disputes. `id` is that of the stored filter. */
export function CustomerView({ id }: { id: string }) {
  const t = useTranslations('customers');
  const { slug, capabilities } = useSession().account;
  const { data, error, refetch, reveal } = useRecord(
    customerOptions(slug, id),
    revealedCustomerOptions(slug, id),
  );
  const absent = data === undefined ? absenceOf(error) : null;
  const { exportOf, error: exportError } = useListExport(transactionsList, {
    name: t('file'),
    filters: { f: id },
    count: null,
  });
  return (
    <PageFrame>
      <PageHead
        title={data === undefined ? t('title') : (data.name ?? formatDocument(data.document))}
        asOf={data?.asOf}
      >
        {absent === null && (
          <>
            <RefreshButton label={t('refresh')} onRefresh={async () => refetch()} />
            <HeadActions>
              <RevealButton reveal={reveal} />
              {data !== undefined && capabilities.includes('transactions') && exportOf()}
            </HeadActions>
          </>
        )}
      </PageHead>
      <Page layout="stack" className="gap-3">
        {absent !== null && (
          <EmptyState
            framed
            title={t(`${absent}.title`)}
            action={<LinkButton href={`/${slug}/overview`}>{t('back')}</LinkButton>}
          >
            {t(`${absent}.hint`)}
          </EmptyState>
        )}
        {Boolean(error) && absent === null && (
          <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
        )}
        {Boolean(exportError) && <ExportError error={exportError} />}
        {absent === null && (data !== undefined || !error) && (
          <>
            <div>
              <Identity customer={data} />
              <Revealed reveal={reveal} />
            </div>
            <Gaps customer={data} />
            <Strip customer={data} />
            <div className="grid grid-cols-[minmax(0,1fr)_18.5rem] items-start gap-3 max-drawer:grid-cols-[minmax(0,1fr)]">
              <CustomerHistory id={id} customer={data} />
              <div className="grid gap-3">
                <Notes customer={data} />
                <Details customer={data} />
              </div>
            </div>
          </>
        )}
      </Page>
    </PageFrame>
  );
}

type Shown = { customer: Customer | undefined };

function absenceOf(error: unknown): 'withheld' | 'gone' | null {
  if (!(error instanceof CallError)) return null;
  if (error.problem.code === 'forbidden') return 'withheld';
  return ['not_found', 'invalid_request'].includes(error.problem.code) ? 'gone' : null;
}
function Identity({ customer }: Shown) {
  const t = useTranslations('customers');
  const locale = useLocale() as Locale;
  const { when } = useTimeLabels();
  const now = useNow(60_000);
  const placeOf = usePlaceLabels();
  if (customer === undefined) return <Skeleton width="60%" />;
  const { document, bank, firstAt, lastAt } = customer;
  const parts = [
    bank && placeOf(bank),
    firstAt &&
      t(hasAll(customer) ? 'since' : 'sinceAtLeast', { day: formatInstant(locale, firstAt, 'long-day') }),
    lastAt &&
      t('last', {
        when:
          saoPauloDay(lastAt).slice(0, 4) === saoPauloDay(now).slice(0, 4)
            ? when(lastAt, now)
            : formatInstant(locale, lastAt, 'long-day'),
      }),
  ];
  return (
    <p className="flex flex-wrap gap-x-2">
      <span className="whitespace-nowrap">{formatDocument(document)}</span>
      <span className="text-ink-3">{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}

/** True if payments are loaded back to the first one. */
const hasAll = ({ parts }: Customer) =>
  parts.every(({ list, gap }) => gap === null || !['transactions', 'charges', 'deposits'].includes(list));

/** One line that states what the sums do not cover. */
function Gaps({ customer }: Shown) {
  const t = useTranslations('customers.gaps');
  if (customer === undefined) return null;
  const gaps = customer.parts.filter(({ gap }) => gap !== null);
  return (
    <>
      {gaps.length > 0 && (
        <Callout tone="warn" variant="thin" title={t('title')}>
          {gaps
            .map(({ list, gap, read, total, untold }) =>
              t(gap ?? 'limit', { list: t(`list.${list}`), read, total: total ?? 'none', untold }),
            )
            .join(' ')}
        </Callout>
      )}
      <ReadingNote pages={[customer]} />
    </>
  );
}

const OUTCOMES = ['open', 'answered', 'kept', 'returned', 'withdrawn', 'other'] as const;

const SUMS = [
  { name: 'paid', icon: 'arrow-in', direction: 'in' },
  { name: 'refunded', icon: 'return', direction: 'out' },
  { name: 'received', icon: 'arrow-out', direction: 'out' },
] as const;
function Strip({ customer }: Shown) {
  const t = useTranslations('customers.sums');
  const outcomeLabel = useTranslations('customers.dispute');
  const sums = customer?.sums;
  const outcomes = OUTCOMES.flatMap((name) => {
    const count = sums?.disputes[name] ?? 0;
    return count > 0 ? { count, label: outcomeLabel(name, { count }) } : [];
  });
  const outcomeList = outcomes.map(({ count, label }) =>
    outcomes.length === 1 ? label : `${count} ${label}`,
  );
  return (
    <div className={cn(panelVariants(), 'overflow-hidden [&>dl]:border-t-0')}>
      <Totals label={t('label')}>
        {SUMS.map(({ name, icon, direction }) => (
          <SumTotal
            key={name}
            label={t(name, { count: sums?.[name].count ?? 0 })}
            icon={icon}
            cents={sums?.[name].amount ?? null}
            direction={direction}
          />
        ))}
        <Total label={t('disputes')} icon="disputes">
          {sums === undefined ? (
            <Skeleton width="3rem" />
          ) : (
            <>
              <b>{sums.disputes.count}</b>{' '}
              <span className="text-xs text-ink-3">{outcomeList.join(' · ')}</span>
            </>
          )}
        </Total>
        <Total label={t('mean')}>
          {sums === undefined ? <Skeleton width="5rem" /> : <Money cents={sums.mean} />}
        </Total>
        <LeftOut count={sums?.uncounted ?? 0} />
      </Totals>
    </div>
  );
}

/** Notes on this person's disputes; hidden if the account has no disputes. */
function Notes({ customer }: Shown) {
  const t = useTranslations('customers.notes');
  const { account } = useSession();
  if (!account.capabilities.includes('disputes')) return null;
  return (
    <Panel title={t('title')} busy={customer === undefined}>
      {customer === undefined && <Skeleton width="80%" />}
      {customer?.notes.length === 0 && <p className="text-ink-3">{t('none')}</p>}
      <ul className="grid gap-2">
        {customer?.notes.map(({ id, disputeId, by, at, text }) => (
          <li key={id}>
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
            <p className="text-xs text-ink-3">
              {by.name}, <Instant at={at} variant="minute" /> ·{' '}
              <Link href={disputeHref(account, disputeId) ?? '#'}>{t('dispute')}</Link>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Details({ customer }: Shown) {
  const t = useTranslations('customers.details');
  const placeOf = usePlaceLabels();
  return (
    <Panel title={t('title')} busy={customer === undefined}>
      {customer === undefined ? (
        <Skeleton width="80%" />
      ) : (
        <Facts
          of={[
            { label: t('document'), document: customer.document },
            { label: t('bank'), value: customer.bank && placeOf(customer.bank) },
            { label: t('first'), at: customer.firstAt, variant: 'long-day' },
            { label: t('last'), at: customer.lastAt, variant: 'long-day' },
            { label: t('largest'), cents: customer.sums.largest },
            { label: t('otherNames'), value: customer.otherNames.join(', ') },
          ]}
        />
      )}
    </Panel>
  );
}
