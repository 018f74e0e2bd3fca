'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Change } from '#components/overview/change.tsx';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Today } from '#lib/overview/contract.ts';
import { todayQuery } from '#lib/overview/queries.ts';
import { changeOf, conversionOf, type Change as Difference, pointsBetween } from '#lib/overview/rules.ts';

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
          <Rows data={data} />
        </Figures>
      )}
    </QueryPanel>
  );
}

function Figures({ caption, children }: { caption: string; children: ReactNode }) {
  const t = useTranslations('overview.today');
  return (
    <div className="overflow-x-auto px-panel py-1">
      <table className="table table-bare table-auto!">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('figure')}</th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('change')}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Rows({ data: { today, yesterday } }: { data: Today }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  const count = (value: number | null) => (value === null ? '–' : format.number(value));
  return (
    <>
      <Sum name={t('in')} direction="in" today={today.in} yesterday={yesterday.in} />
      <Sum name={t('out')} direction="out" today={today.out} yesterday={yesterday.out} />
      <Sum name={t('fees')} direction="out" today={today.fees} yesterday={yesterday.fees} />
      <Row
        name={t('count')}
        now={<b>{count(today.total)}</b>}
        before={count(yesterday.total)}
        change={changeOf(today.total, yesterday.total)}
      />
      <Conversion data={{ today, yesterday }} />
    </>
  );
}

type SumProps = { name: string; direction: Direction; today: number | null; yesterday: number | null };

/** A sum that neither day has is no row at all. */
function Sum({ name, direction, today, yesterday }: SumProps) {
  if (today === null && yesterday === null) return null;
  return (
    <Row
      name={name}
      now={<Money cents={today} direction={today === 0 ? 'value' : direction} />}
      before={<Money cents={yesterday} direction="still" />}
      change={changeOf(today, yesterday)}
    />
  );
}

/** Deposits paid among those paid or expired, each percentage with its base. */
function Conversion({ data }: { data: Pick<Today, 'today' | 'yesterday'> }) {
  const t = useTranslations('overview.today');
  const format = useFormatter();
  const [now, before] = [conversionOf(data.today), conversionOf(data.yesterday)];
  if (now === null && before === null) return null;
  const percent = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 });
  const base = (value: number) => t('paidBase', { count: value });
  return (
    <Row
      name={t('paid')}
      now={
        now === null ? (
          '–'
        ) : (
          <>
            <span className="text-xs text-ink-3">{base(now.base)}</span> <b>{percent(now.ratio)}</b>
          </>
        )
      }
      before={before === null ? '–' : <span title={base(before.base)}>{percent(before.ratio)}</span>}
      change={pointsBetween(now, before)}
    />
  );
}

type RowProps = { name: string; now: ReactNode; before: ReactNode; change: Difference | null };

function Row({ name, now, before, change }: RowProps) {
  return (
    <tr>
      <th scope="row" className="font-normal! text-sm! text-ink-2!">
        {name}
      </th>
      <td className="num">{now}</td>
      <td className="num text-ink-3">{before}</td>
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
