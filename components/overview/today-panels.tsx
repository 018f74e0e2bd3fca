'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Figures, QueryPanel, useShare } from '#components/overview/query-panel.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import { ROW_LINK } from '#components/ui/table.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl, moneyParts } from '#lib/core/money.ts';
import type { Basis, Today } from '#lib/overview/contract.ts';
import { todayQuery } from '#lib/overview/queries.ts';
import {
  type Change,
  changeOf,
  conversionOf,
  PAID_STATUSES,
  pointsBetween,
  statusRows,
} from '#lib/overview/rules.ts';

type Props = { account: string; className?: string };

function useToday(account: string) {
  const locale = useLocale() as Locale;
  const query = useQuery(todayQuery(account));
  return { query, time: query.data ? formatInstant(locale, query.data.asOf, 'time-minute') : '' };
}

export function TodayPanel({ account, className = '' }: Props) {
  const t = useTranslations('overview.today');
  const { query, time } = useToday(account);
  return (
    <QueryPanel
      query={query}
      title={time ? t('title', { time }) : t('titleWaiting')}
      action={<span className="cap">{t('note')}</span>}
      className={className}
      padded={false}
      skeleton={
        <TodayTable caption={t('titleWaiting')}>
          {(['in', 'out', 'count', 'paid'] as const).map((name) => (
            <Row
              key={name}
              name={t(name)}
              href={null}
              now={<Skeleton width="6rem" />}
              before={<Skeleton width="4rem" />}
              change={null}
            />
          ))}
        </TodayTable>
      }
    >
      {(data) => (
        <TodayTable caption={t('caption', { time })}>
          <Rows data={data} account={account} />
        </TodayTable>
      )}
    </QueryPanel>
  );
}

/** A narrow panel hides yesterday's column, not the difference. */
function TodayTable({ caption, children }: { caption: string; children: ReactNode }) {
  const t = useTranslations('overview.today');
  return (
    <div className="min-h-34.5 px-panel py-1 @max-[23rem]/room:[&_tr>:nth-child(3)]:hidden [&_thead]:sr-only">
      <Figures caption={caption} heads={[t('figure'), t('now'), t('before'), t('change')]}>
        {children}
      </Figures>
    </div>
  );
}

/** `filter`: of the statement lines behind the sum. */
const SUMS = [
  { name: 'in', direction: 'in', filter: '&direction=in' },
  { name: 'out', direction: 'out', filter: '&direction=out' },
  { name: 'fees', direction: 'out', filter: '' },
] as const;

/** Each figure leads to its rows: sums to the lines posted today, counts to the transactions created today. */
function Rows({ data: { today, yesterday }, account }: { data: Today; account: string }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  const share = useShare();
  const hasLines = useSession().account.capabilities.includes('statement');
  const count = (value: number | null) => (value === null ? '–' : format.number(value));
  const day = saoPauloDay(today.from);
  const rows = (list: string, more = '') => `/${account}/${list}?from=${day}&to=${day}${more}`;
  const [paid, paidBefore] = [conversionOf(today), conversionOf(yesterday)];
  return (
    <>
      {SUMS.map(
        ({ name, direction, filter }) =>
          (today[name] !== null || yesterday[name] !== null) && (
            <Row
              key={name}
              name={t(name)}
              // A sum by creation has no list with the same sum.
              href={hasLines && today.basis === 'posted' ? rows('statement', filter) : null}
              basis={today.basis}
              now={<Money cents={today[name]} direction={today[name] === 0 ? 'value' : direction} />}
              before={<YesterdaySum cents={yesterday[name]} />}
              change={today.basis === yesterday.basis ? changeOf(today[name], yesterday[name]) : null}
            />
          ),
      )}
      <Row
        name={t('count')}
        href={rows('transactions')}
        basis="created"
        now={<b>{count(today.total)}</b>}
        before={count(yesterday.total)}
        change={changeOf(today.total, yesterday.total)}
      />
      {(paid !== null || paidBefore !== null) && (
        <Row
          name={<PaidDeposits of={paid?.base ?? null} />}
          href={rows('transactions', `&type=DEPOSIT&status=${[...PAID_STATUSES, 'EXPIRED'].join(',')}`)}
          basis="created"
          now={paid === null ? '–' : <b>{share(paid.ratio)}</b>}
          before={
            paidBefore === null ? (
              '–'
            ) : (
              <span title={t('paidBase', { count: paidBefore.base })}>{share(paidBefore.ratio)}</span>
            )
          }
          change={pointsBetween(paid, paidBefore)}
        />
      )}
    </>
  );
}

/** Without sign and unit, which today's amount shows. */
function YesterdaySum({ cents }: { cents: number | null }) {
  if (cents === null) return '–';
  const { sign, reais, cents: rest } = moneyParts(cents);
  return <span title={formatBrl(cents)}>{`${sign}${reais},${rest}`}</span>;
}

/** Name of the share of paid deposits. `of`: the paid and expired ones. */
function PaidDeposits({ of }: { of: number | null }) {
  const t = useTranslations('overview.today');
  if (of === null) return t('paid');
  return (
    <span title={t('paidBase', { count: of })}>
      {t('paid')}{' '}
      <small className="text-xs text-ink-3 @max-[28rem]/room:hidden">{t('paidOf', { count: of })}</small>
    </span>
  );
}

type RowProps = {
  name: ReactNode;
  /** List of the rows behind the figure; a press anywhere on the table row opens it. */
  href: string | null;
  basis?: Basis;
  now: ReactNode;
  before: ReactNode;
  change: Change | null;
};

function Row({ name, href, basis, now, before, change }: RowProps) {
  const t = useTranslations('overview.today');
  return (
    <tr className="relative" title={basis && t(`basis.${basis}`)}>
      <th scope="row">
        {href === null ? (
          name
        ) : (
          <Link href={href} className={ROW_LINK}>
            {name}
          </Link>
        )}
      </th>
      <td className="num">{now}</td>
      <td className="num text-ink-3">{before}</td>
      <td className="num">
        <Difference of={change} />
      </td>
    </tr>
  );
}

/** A signed difference in percent or percentage points; a dash when unknown. */
function Difference({ of }: { of: Change | null }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  if (of === null) return <span className="text-ink-3">–</span>;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' as const };
  const text =
    of.kind === 'points'
      ? t('points', { value: format.number(of.value, digits) })
      : format.number(of.value, { style: 'percent', ...digits });
  return <b>{text.replace('-', '−')}</b>;
}

export function StatusPanel({ account }: Props) {
  const t = useTranslations('overview.status');
  const { query, time } = useToday(account);
  return (
    <QueryPanel
      second
      query={query}
      title={t('title')}
      note={time && t('note', { time })}
      padded={false}
      skeleton={<StatusTable rows={USUAL} />}
    >
      {(data) => <Statuses data={data} account={account} />}
    </QueryPanel>
  );
}

function Statuses({ data: { today, yesterday }, account }: { data: Today; account: string }) {
  const t = useTranslations('overview.status');
  const rows = statusRows(today, yesterday);
  const isCounted = Object.keys(today.byStatus).length > 0;
  if (rows.length === 0) return <p className="p-panel text-ink-3">{isCounted ? t('none') : t('unknown')}</p>;
  const day = saoPauloDay(today.from);
  return <StatusTable rows={rows} href={`/${account}/transactions?from=${day}&to=${day}`} />;
}

const USUAL = ['COMPLETED', 'PENDING', 'REFUNDED', 'EXPIRED', 'ERROR'].map((status) => ({ status }));

type StatusTableProps = {
  /** Without counts while they load. */
  rows: readonly { status: string; today?: number; yesterday?: number }[];
  href?: string;
};

function StatusTable({ rows, href }: StatusTableProps) {
  const t = useTranslations('overview.status');
  const format = useFormatter();
  const most = Math.max(...rows.map(({ today = 0 }) => today), 1);
  const count = (value: number | undefined) =>
    value === undefined ? <Skeleton width="2rem" /> : format.number(value);
  return (
    <div className="px-panel pb-1">
      <Figures variant="bars" caption={t('caption')} heads={[t('state'), null, t('today'), t('yesterday')]}>
        {rows.map(({ status, today, yesterday }) => (
          <tr key={status} className="relative">
            <th scope="row">
              {href === undefined ? (
                <TransactionStatus status={status} />
              ) : (
                <Link href={`${href}&status=${status}`} className={ROW_LINK}>
                  <TransactionStatus status={status} />
                </Link>
              )}
            </th>
            <td aria-hidden="true">
              {today !== undefined && (
                <span
                  className="block h-2 rounded-1 bg-chart-in"
                  style={{ width: `${(today / most) * 100}%` }}
                />
              )}
            </td>
            <td className="num">
              <b>{count(today)}</b>
            </td>
            <td className="num text-ink-3">{count(yesterday)}</td>
          </tr>
        ))}
      </Figures>
    </div>
  );
}
