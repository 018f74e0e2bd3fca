'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { FigureTable, ROW_LINK } from '#components/ui/table.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl, moneyParts } from '#lib/core/money.ts';
import type { Today } from '#lib/overview/contract.ts';
import { todayQuery } from '#lib/overview/queries.ts';
import {
  changeOf,
  conversionOf,
  type Change as Difference,
  PAID_STATUSES,
  pointsBetween,
} from '#lib/overview/rules.ts';

/** A narrow panel hides yesterday's column and keeps the difference. */
const BEFORE = 'text-ink-3 @max-[23rem]/room:hidden';

export function TodayPanel({ account, className }: { account: string; className: string }) {
  const t = useTranslations('overview.today');
  const locale = useLocale() as Locale;
  const query = useQuery(todayQuery(account));
  const time = query.data ? formatInstant(locale, query.data.asOf, 'time-minute') : '';
  return (
    <QueryPanel
      query={query}
      title={time ? t('title', { time }) : t('titleWaiting')}
      action={<span className="cap">{t('note')}</span>}
      className={className}
      padded={false}
      skeleton={
        <Figures caption={t('titleWaiting')}>
          <Waiting />
        </Figures>
      }
    >
      {(data) => (
        <Figures caption={t('caption', { time })}>
          <Rows data={data} account={account} />
        </Figures>
      )}
    </QueryPanel>
  );
}

function Figures({ caption, children }: { caption: string; children: ReactNode }) {
  const t = useTranslations('overview.today');
  return (
    <div className="min-h-34.5 px-panel py-1">
      <FigureTable>
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('figure')}</th>
            <th scope="col">{t('now')}</th>
            <th scope="col" className={BEFORE}>
              {t('before')}
            </th>
            <th scope="col">{t('change')}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </FigureTable>
    </div>
  );
}

/** Each figure leads to its rows: sums to the lines posted today, counts to the transactions created today. */
function Rows({ data: { today, yesterday }, account }: { data: Today; account: string }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  const { capabilities } = useSession().account;
  const count = (value: number | null) => (value === null ? '–' : format.number(value));
  const day = saoPauloDay(today.from);
  const rows = (list: string, more = '') => `/${account}/${list}?from=${day}&to=${day}${more}`;
  const posted = (more = '') => (capabilities.includes('statement') ? rows('statement', more) : null);
  return (
    <>
      <Sum
        name={t('in')}
        href={posted('&direction=in')}
        direction="in"
        today={today.in}
        yesterday={yesterday.in}
      />
      <Sum
        name={t('out')}
        href={posted('&direction=out')}
        direction="out"
        today={today.out}
        yesterday={yesterday.out}
      />
      <Sum name={t('fees')} href={posted()} direction="out" today={today.fees} yesterday={yesterday.fees} />
      <Row
        name={t('count')}
        href={rows('transactions')}
        now={<b>{count(today.total)}</b>}
        before={count(yesterday.total)}
        change={changeOf(today.total, yesterday.total)}
      />
      <Conversion
        data={{ today, yesterday }}
        href={rows('transactions', `&type=DEPOSIT&status=${[...PAID_STATUSES, 'EXPIRED'].join(',')}`)}
      />
    </>
  );
}

type SumProps = {
  name: string;
  href: string | null;
  direction: Direction;
  today: number | null;
  yesterday: number | null;
};

/** Renders nothing when neither day has the sum. */
function Sum({ name, href, direction, today, yesterday }: SumProps) {
  if (today === null && yesterday === null) return null;
  return (
    <Row
      name={name}
      href={href}
      now={<Money cents={today} direction={today === 0 ? 'value' : direction} />}
      before={<Plain cents={yesterday} />}
      change={changeOf(today, yesterday)}
    />
  );
}

/** Yesterday's amount without sign and unit, which today's amount shows. */
function Plain({ cents }: { cents: number | null }) {
  if (cents === null) return '–';
  const { sign, reais, cents: rest } = moneyParts(cents);
  return <span title={formatBrl(cents)}>{`${sign}${reais},${rest}`}</span>;
}

/** Share of paid deposits among the paid and expired ones, with its base. */
function Conversion({ data, href }: { data: Pick<Today, 'today' | 'yesterday'>; href: string }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  const [now, before] = [conversionOf(data.today), conversionOf(data.yesterday)];
  if (now === null && before === null) return null;
  const percent = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 });
  const base = (value: number) => t('paidBase', { count: value });
  return (
    <Row
      name={
        now === null ? (
          t('paid')
        ) : (
          <span title={base(now.base)}>
            {t('paid')}{' '}
            <small className="text-xs text-ink-3 @max-[28rem]/room:hidden">
              {t('paidOf', { count: now.base })}
            </small>
          </span>
        )
      }
      href={href}
      now={now === null ? '–' : <b>{percent(now.ratio)}</b>}
      before={before === null ? '–' : <span title={base(before.base)}>{percent(before.ratio)}</span>}
      change={pointsBetween(now, before)}
    />
  );
}

type RowProps = {
  name: ReactNode;
  /** List of the rows behind the figure; a press anywhere on the table row opens it. */
  href?: string | null;
  now: ReactNode;
  before: ReactNode;
  change: Difference | null;
};

function Row({ name, href = null, now, before, change }: RowProps) {
  return (
    <tr className="relative">
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
      <td className={`num ${BEFORE}`}>{before}</td>
      <td className="num">
        <Change of={change} />
      </td>
    </tr>
  );
}

function Waiting() {
  const t = useTranslations('overview.today');
  return [t('in'), t('out'), t('count'), t('paid')].map((name) => (
    <Row
      key={name}
      name={name}
      now={<Skeleton width="6rem" />}
      before={<Skeleton width="4rem" />}
      change={null}
    />
  ));
}

/** A signed difference in percent or percentage points; a dash when unknown. */
export function Change({ of }: { of: Difference | null }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  if (of === null) return <span className="text-ink-3">–</span>;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' as const };
  const words =
    of.kind === 'points'
      ? t('points', { value: format.number(of.value, digits) })
      : format.number(of.value, { style: 'percent', ...digits });
  return <b>{words.replace('-', '−')}</b>;
}
