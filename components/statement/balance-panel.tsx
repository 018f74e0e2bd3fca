import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { Chart, roundScale } from '#components/ui/chart.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import {
  addDays,
  type Day,
  daysBetween,
  formatInstant,
  type Locale,
  saoPauloDay,
  startOfDay,
} from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { activeFilters } from '#lib/list/list.ts';
import { isWeekend } from '#lib/overview/rules.ts';
import { type Closing, closingsOf, daysOf } from '#lib/statement/rules.ts';
import type { StatementFilters } from '#lib/statement/statement.list.ts';
import type { Lines } from './statement-view.tsx';
import { useSorting } from './use-statement.ts';

const MOST_NAMED = 5;

type Props = { lines: Pick<Lines, 'items' | 'first' | 'hasNextPage'>; filters: StatementFilters };

/** Closing balances known from the loaded lines, by day; empty when they cover fewer than two days. */
export function useClosings({ lines: { items, hasNextPage }, filters }: Props): readonly Closing[] {
  const sorting = useSorting(filters);
  const whole = activeFilters(filters).length === 0;
  return useMemo(() => {
    const found = whole ? closingsOf(daysOf(items, sorting), sorting, hasNextPage) : [];
    return found.length < 2 ? [] : found;
  }, [whole, items, sorting, hasNextPage]);
}

/** Chart of the daily balance, for the days that the loaded lines cover. */
export function BalancePanel({ lines, filters }: Props) {
  const closings = useClosings({ lines, filters });
  const { first, hasNextPage } = lines;
  if (closings.length === 0) return null;
  return <Balance closings={closings} today={first ? saoPauloDay(first.asOf) : null} more={hasNextPage} />;
}

type BalanceProps = { closings: readonly Closing[]; today: Day | null; more: boolean };

function Balance({ closings, today, more }: BalanceProps) {
  const t = useTranslations('statement.balance');
  const locale = useLocale() as Locale;
  const day = (of: Day) => formatInstant(locale, startOfDay(of), 'day');
  const [pointed, setPointed] = useState<number | null>(null);
  const days = useMemo(() => everyDay(closings), [closings]);
  const cents = days.map((one) => one.cents);
  const least = Math.min(...cents);
  // A constant balance gets a scale of 2 reais.
  const { y, ticks } = roundScale([least, Math.max(least + 200, ...cents)], [100, 0]);
  const shown = pointed === null ? undefined : days[pointed];
  const range = { from: day(days[0]?.day ?? ''), to: day(days.at(-1)?.day ?? '') };
  const named = Math.ceil(days.length / MOST_NAMED);
  return (
    <Panel
      className="mx-gutter my-3"
      title={t('title')}
      note={shown ? day(shown.day) : t(more ? 'read' : 'all', range)}
      action={shown && <Money cents={shown.cents} />}
    >
      <Chart
        keys={days.map((one) => one.day)}
        width={days.length}
        height={100}
        stretch
        className="relative mt-1 mr-24 mb-4.5 h-28 cursor-crosshair"
        svgClassName="block h-28 w-full overflow-visible"
        series={[
          {
            shape: 'steps',
            values: cents,
            y,
            className: 'fill-none stroke-chart-in stroke-2',
            openClassName: 'fill-none stroke-chart-in stroke-2 [stroke-dasharray:3_2]',
          },
        ]}
        open={days.at(-1)?.day === today}
        bands={days.map((one) => (isWeekend(one.day) ? 'weekend' : null))}
        yScale={y}
        yTicks={ticks}
        yFormat={(amount) => formatBrl(amount).replace(/,00$/, '')}
        labels={days.flatMap((one, at) => {
          if ((days.length - 1 - at) % named !== 0) return [];
          const date = formatInstant(locale, startOfDay(one.day), 'date');
          return { key: one.day, text: one.day === today ? t('today') : date };
        })}
        sliderLabel={t('slider')}
        valueText={(at) => {
          const one = days[at];
          if (one === undefined) return '';
          return t(one.day === today ? 'valueOpen' : 'value', {
            day: day(one.day),
            amount: formatBrl(one.cents),
          });
        }}
        pointed={pointed}
        onPoint={setPointed}
        caption={t('caption', range)}
        columns={[t('day'), t('closing')]}
        rows={closings.map((one) => [
          one.day === today ? t('openDay', { day: day(one.day) }) : day(one.day),
          formatBrl(one.cents),
        ])}
      />
    </Panel>
  );
}

/** Fills days without lines with the previous day's balance. Oldest first; cents. */
export function everyDay(closings: readonly Closing[]): Closing[] {
  const days: Closing[] = [];
  for (const { day, cents } of closings) {
    for (let last = days.at(-1); last !== undefined && daysBetween(last.day, day) > 1; last = days.at(-1))
      days.push({ day: addDays(last.day, 1), cents: last.cents });
    days.push({ day, cents });
  }
  return days;
}
