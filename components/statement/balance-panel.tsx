'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { ChartSlider } from '#components/ui/chart-slider.tsx';
import { ChartTable } from '#components/ui/chart-table.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type Day, formatInstant, type Locale, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { activeFilters } from '#lib/list/list.ts';
import { formatBrl } from '#lib/money.ts';
import { isWeekend } from '#lib/overview/rules.ts';
import { type Closing, closingsOf, daysOf } from '#lib/statement/rules.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import { type BalanceGeometry, balanceGeometry } from './balance-geometry.ts';
import type { Lines } from './lines-view.tsx';
import styles from './statement.module.css';

type Props = { lines: Pick<Lines, 'items' | 'first' | 'hasNextPage'>; filters: StatementFilters };

/** Balance by day, as far as the lines that were read tell it; absent where they tell of fewer than two days. */
export function BalancePanel({ lines: { items, first, hasNextPage }, filters }: Props) {
  const { sort, order } = filters;
  const whole = activeFilters(filters).length === 0;
  const closings = useMemo(() => {
    const sorting = { sort: sort ?? 'posted', order: order ?? 'desc' };
    return whole ? closingsOf(daysOf(items, sorting), sorting, hasNextPage) : [];
  }, [whole, items, sort, order, hasNextPage]);
  if (closings.length < 2) return null;
  return <Balance closings={closings} today={first ? saoPauloDay(first.asOf) : null} more={hasNextPage} />;
}

type BalanceProps = { closings: readonly Closing[]; today: Day | null; more: boolean };

function Balance({ closings, today, more }: BalanceProps) {
  const t = useTranslations('statement.balance');
  const day = useDay('day');
  const [pointed, setPointed] = useState<number | null>(null);
  const geometry = useMemo(() => balanceGeometry(closings, today), [closings, today]);
  const { days } = geometry;
  const shown = pointed === null ? undefined : days[pointed];
  const range = { from: day(days[0]?.day ?? ''), to: day(days.at(-1)?.day ?? '') };
  const words = (at: number) => {
    const one = days[at];
    if (one === undefined) return '';
    const said = { day: day(one.day), amount: formatBrl(one.cents) };
    return one.day === today ? t('valueOpen', said) : t('value', said);
  };
  return (
    <Panel
      className={styles.balance ?? ''}
      title={t('title')}
      note={shown ? day(shown.day) : t(more ? 'read' : 'all', range)}
      action={shown && <Money cents={shown.cents} />}
    >
      <ChartSlider
        className={styles.balanceRoom}
        label={t('slider')}
        count={days.length}
        pointed={pointed}
        onPoint={setPointed}
        text={words}
        indexAt={(part) => Math.floor(part * days.length)}
      >
        <Drawing geometry={geometry} pointed={pointed} today={today} />
      </ChartSlider>
      <ChartTable
        caption={t('caption', range)}
        head={[t('day'), t('closing')]}
        rows={closings.map((one) => [
          one.day === today ? t('openDay', { day: day(one.day) }) : day(one.day),
          formatBrl(one.cents),
        ])}
      />
    </Panel>
  );
}

type DrawingProps = { geometry: BalanceGeometry; pointed: number | null; today: Day | null };

/** The words stand beside the drawing, not in it: they keep their size however wide it is. */
function Drawing({ geometry: { days, closed, open, ticks, named }, pointed, today }: DrawingProps) {
  const t = useTranslations('statement.balance');
  const date = useDay('date');
  const middle = (at: number) => `${(100 * (at + 0.5)) / days.length}%`;
  return (
    <div aria-hidden="true">
      <svg aria-hidden="true" viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" focusable="false">
        {days.map(
          ({ day }, at) =>
            (isWeekend(day) || at === pointed) && (
              <rect
                key={day}
                className={at === pointed ? 'chart-pointed' : 'chart-weekend'}
                x={at}
                width={1}
                height={100}
              />
            ),
        )}
        {ticks.map(({ y }) => (
          <path key={y} className="chart-line" d={`M0 ${y}H${days.length}`} />
        ))}
        <path className={styles.balanceLine} d={closed} />
        <path className={styles.balanceLine} data-open d={open} />
      </svg>
      {ticks.map(({ cents, y }) => (
        <span key={y} className={styles.tick} style={{ top: `${y}%` }}>
          {formatBrl(cents).replace(/,00$/, '')}
        </span>
      ))}
      {named.map((at) => {
        const day = days[at]?.day ?? '';
        return (
          <span key={day} className={styles.under} style={{ left: middle(at) }}>
            {day === today ? t('today') : date(day)}
          </span>
        );
      })}
    </div>
  );
}

function useDay(variant: 'day' | 'date') {
  const locale = useLocale() as Locale;
  return (day: Day) => formatInstant(locale, startOfDay(day), variant);
}
