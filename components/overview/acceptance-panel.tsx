'use client';

import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from '@visx/scale';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Chart, roundScale } from '#components/ui/chart.tsx';
import { BarLine } from '#components/ui/meter.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CardFiguresAnswer } from '#lib/card/contract.ts';
import { formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { cardFiguresQuery } from '#lib/overview/queries.ts';

type ShareOfDay = { day: string; accepted: number; tries: number };

/** Highest value at which the vertical scale may start, in percent. */
const HIGHEST_FOOT = 80;
const LABEL_EVERY = 7;

/** Acceptance rate of card charges per day, and the number of tries. */
export function AcceptancePanel({ account }: { account: string }) {
  const t = useTranslations('overview.acceptance');
  const query = useQuery(cardFiguresQuery(account));
  const share = useShare();
  const figures = query.data?.figures;
  if (figures === null) return null;
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={figures && t('note', { ...figures.days30, share: share(figures.days30) })}
      skeleton={<Shares days={[]} />}
    >
      {(data) => data.figures !== null && <Shares days={data.figures.days} />}
    </QueryPanel>
  );
}

function useShare() {
  const format = useFormatter();
  return ({ accepted, tries }: { accepted: number; tries: number }) =>
    tries === 0 ? '–' : format.number(accepted / tries, { style: 'percent', maximumFractionDigits: 1 });
}

/** Rates as a line up to 100 %, tries as bars below. A day without tries breaks the line. */
function Shares({ days }: { days: readonly ShareOfDay[] }) {
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
          rows={days.map((day) => [date(day.day), share(day), day.tries])}
        />
      </div>
    </>
  );
}

const SHOWN = 6;

const WAITING = ['80%', '70%', '60%', '50%', '40%'];

const LINE = 'grid grid-cols-[minmax(0,1fr)_6rem_4.5rem] items-center gap-3';

type Reason = NonNullable<CardFiguresAnswer['figures']>['reasons'][number];

/** The provider's reasons of refusal, the most frequent first. */
export function RefusalsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.refusals');
  const query = useQuery(cardFiguresQuery(account));
  const figures = query.data?.figures;
  if (figures === null) return null;
  const count = figures?.reasons.reduce((sum, reason) => sum + reason.count, 0);
  return (
    <QueryPanel
      query={query}
      second
      title={t('title')}
      note={count !== undefined && t('note', { count })}
      skeleton={
        <ul className="grid gap-2">
          {WAITING.map((width) => (
            <li key={width} className={LINE}>
              <Skeleton width={width} />
            </li>
          ))}
        </ul>
      }
    >
      {(data) => <Reasons reasons={data.figures?.reasons ?? []} />}
    </QueryPanel>
  );
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const t = useTranslations('overview.refusals');
  const format = useFormatter();
  if (reasons.length === 0) return <p className="text-ink-3">{t('none')}</p>;
  const all = reasons.reduce((sum, { count }) => sum + count, 0);
  const rest = reasons.slice(SHOWN);
  const lines = reasons.slice(0, SHOWN).map(({ words, code, count }) => ({
    key: `${code} ${words}`,
    count,
    code: words === null ? null : code,
    name: words ?? (code === null ? t('unsaid') : t('code', { code })),
  }));
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  if (rest.length > 0)
    lines.push({ key: 'rest', name: t('others', { count: rest.length }), code: null, count: others });
  const most = Math.max(...lines.map(({ count }) => count));
  return (
    <ul className="grid gap-2">
      {lines.map(({ key, name, code, count }) => (
        <li key={key} className={LINE}>
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
            <span className="text-ink-3">
              {format.number(count / all, { style: 'percent', maximumFractionDigits: 0 })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
