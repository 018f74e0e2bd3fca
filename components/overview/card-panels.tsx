'use client';

import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from '@visx/scale';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryPanel, useShare } from '#components/overview/query-panel.tsx';
import { Chart, roundScale } from '#components/ui/chart.tsx';
import { BarLine } from '#components/ui/meter.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Sum, SumStrip } from '#components/ui/table.tsx';
import type { CardFiguresAnswer } from '#lib/card/contract.ts';
import { formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';

type CardFigures = NonNullable<CardFiguresAnswer['figures']>;
type Props = { account: string };

/** Card sums of today and thirty days, reversals and recurrences. Renders nothing when no charge is listed. */
export function CardSums({ account }: Props) {
  const t = useTranslations('overview.cardFigures');
  const format = useFormatter();
  const query = useQuery(cardFiguresQuery(account));
  const { figures, complete = true, read = 0, total = null } = query.data ?? {};
  if (figures === null) return null;
  const covered =
    total === null
      ? t('newest', { read: format.number(read) })
      : t('part', { read: format.number(read), total: format.number(total) });
  return (
    <QueryPanel
      query={query}
      title={t('title')}
      note={!complete && covered}
      padded={false}
      skeleton={
        <SumStrip>
          {(['today', 'month', 'reversed', 'recurring'] as const).map((name) => (
            <Sum
              key={name}
              label={t(`waiting.${name}`)}
              value={<Skeleton width="8rem" />}
              note={<Skeleton width="6rem" />}
            />
          ))}
        </SumStrip>
      }
    >
      {(data) => data.figures !== null && <Sums figures={data.figures} />}
    </QueryPanel>
  );
}

function Sums({ figures }: { figures: CardFigures }) {
  const t = useTranslations('overview.cardFigures');
  const share = useShare();
  const { today, days30, reversed, recurrenceAmount, recurrenceCount } = figures;
  const money = (cents: number, direction: 'in' | 'out') => (
    <Money cents={cents} direction={cents === 0 ? 'still' : direction} />
  );
  const mean = () => <Money cents={Math.round(days30.amount / days30.count)} />;
  return (
    <SumStrip>
      <Sum
        label={t('today', { accepted: today.accepted, tries: today.tries })}
        value={money(today.amount, 'in')}
        note={
          today.tries === 0 ? t('noneToday') : t('accepted', { share: share(today.accepted, today.tries) })
        }
      />
      <Sum
        label={t('month', { count: days30.count })}
        value={money(days30.amount, 'in')}
        note={days30.count === 0 ? '–' : t.rich('mean', { value: mean })}
      />
      <Sum
        label={t('reversed', { count: reversed.count })}
        value={money(reversed.amount, 'out')}
        note={t('ofAccepted', { share: share(reversed.amount, days30.amount) })}
      />
      <Sum
        label={t('recurring', { count: recurrenceCount })}
        value={<Money cents={recurrenceAmount} />}
        note={t('recurringNote')}
      />
    </SumStrip>
  );
}

/** Highest value at which the vertical scale may start, in percent. */
const HIGHEST_FOOT = 80;
const LABEL_EVERY = 7;

/** Acceptance rate of card charges per day, and the number of tries. */
export function AcceptancePanel({ account }: Props) {
  const t = useTranslations('overview.acceptance');
  const query = useQuery(cardFiguresQuery(account));
  const share = useShare();
  const figures = query.data?.figures;
  if (figures === null) return null;
  const month = figures?.days30;
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={month && t('note', { ...month, share: share(month.accepted, month.tries) })}
      skeleton={<Shares days={[]} />}
    >
      {(data) => data.figures !== null && <Shares days={data.figures.days} />}
    </QueryPanel>
  );
}

/** Rates as a line up to 100 %, tries as bars below. A day without tries breaks the line. */
function Shares({ days }: Pick<CardFigures, 'days'>) {
  const t = useTranslations('overview.acceptance');
  const locale = useLocale() as Locale;
  const share = useShare();
  const date = (day: string) => formatInstant(locale, startOfDay(day), 'date');
  const shares = days.map(({ accepted, tries }) => (tries === 0 ? null : (100 * accepted) / tries));
  const { y, ticks } = roundScale(
    [Math.min(HIGHEST_FOOT, ...shares.flatMap((one) => one ?? [])), 100],
    [110, 10],
  );
  const tries = scaleLinear<number>({
    domain: [0, Math.max(1, ...days.map((day) => day.tries))],
    range: [158, 122],
  });
  return (
    <>
      <p className="cap mb-1">{t('legend')}</p>
      {/* Where it does not fit, today is what one sees first. */}
      <div className="overflow-x-auto [direction:rtl]">
        <Chart
          keys={days.map(({ day }) => day)}
          width={776}
          height={180}
          plotWidth={720}
          gap={6}
          className="min-w-[34rem] [direction:ltr]"
          svgClassName="inline w-full h-auto"
          series={[
            {
              shape: 'bar',
              values: days.map((day) => day.tries),
              y: tries,
              className: 'fill-ink-3',
              openClassName: 'fill-none stroke-ink-3 [stroke-dasharray:3_2]',
            },
            { shape: 'line', values: shares, y, className: 'fill-none stroke-accent stroke-2' },
          ]}
          open
          yScale={y}
          yTicks={ticks}
          yFormat={(percent) => `${percent}%`}
          labels={days.flatMap(({ day }, index) =>
            (days.length - 1 - index) % LABEL_EVERY === 0 ? { key: day, text: date(day) } : [],
          )}
          caption={t('title')}
          columns={[t('day'), t('share'), t('tries')]}
          rows={days.map((day) => [date(day.day), share(day.accepted, day.tries), day.tries])}
        />
      </div>
    </>
  );
}

const MOST_REASONS = 6;
const WAITING = ['80%', '70%', '60%', '50%', '40%'];

export function RefusalsPanel({ account }: Props) {
  const t = useTranslations('overview.refusals');
  const query = useQuery(cardFiguresQuery(account));
  const figures = query.data?.figures;
  if (figures === null) return null;
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={figures && t('note', { count: countOf(figures.reasons) })}
      skeleton={
        <ul className="grid gap-2">
          {WAITING.map((width) => (
            <ReasonLine key={width}>
              <Skeleton width={width} />
            </ReasonLine>
          ))}
        </ul>
      }
    >
      {(data) => <Reasons reasons={data.figures?.reasons ?? []} />}
    </QueryPanel>
  );
}

const countOf = (reasons: CardFigures['reasons']) => reasons.reduce((sum, { count }) => sum + count, 0);

const ReasonLine = ({ children }: { children: ReactNode }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_6rem_4.5rem] items-center gap-3">{children}</li>
);

function Reasons({ reasons }: Pick<CardFigures, 'reasons'>) {
  const t = useTranslations('overview.refusals');
  const format = useFormatter();
  const share = useShare();
  if (reasons.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  const rest = reasons.slice(MOST_REASONS);
  const lines = reasons.slice(0, MOST_REASONS).map(({ words: text, code, count }) => ({
    key: `${code} ${text}`,
    count,
    code: text === null ? null : code,
    name: text ?? (code === null ? t('noReason') : t('code', { code })),
  }));
  if (rest.length > 0)
    lines.push({ key: 'rest', name: t('others', { count: rest.length }), code: null, count: countOf(rest) });
  const most = Math.max(...lines.map(({ count }) => count));
  return (
    <ul className="grid gap-2">
      {lines.map(({ key, name, code, count }) => (
        <ReasonLine key={key}>
          <span className="min-w-0">
            {name} {code !== null && <span className="text-xs text-ink-3">{code}</span>}
          </span>
          <BarLine
            className="h-2.5 bg-line"
            parts={[{ key, value: count, className: 'fill-ink-3' }]}
            whole={most}
          />
          <span className="num">
            <b>{format.number(count)}</b>{' '}
            <span className="text-ink-3">{share(count, countOf(reasons), 0)}</span>
          </span>
        </ReasonLine>
      ))}
    </ul>
  );
}
