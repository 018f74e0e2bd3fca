'use client';

import { scaleLinear } from '@visx/scale';
import { useFormatter, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Chart } from '#components/ui/chart.tsx';
import { BarLine } from '#components/ui/meter.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  allOf,
  type ChargeFunnel,
  FUNNEL_STEPS,
  type FunnelPart,
  weakestHour,
} from '#lib/payments/funnel.ts';

/** Colors by payment speed, the fastest strongest; the last is for unknown times. */
export const SPEED_FILLS = [
  'fill-accent',
  'fill-accent opacity-75',
  'fill-accent opacity-55',
  'fill-accent opacity-40',
  'fill-accent opacity-25',
];
const FILLS = lookupTable({
  created: 'fill-selected stroke-accent',
  failed: 'fill-danger-line',
  open: 'fill-none stroke-line-control [stroke-dasharray:3_3]',
});

export const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

type Props = { funnel: ChargeFunnel };
type Row = { step: string; part: FunnelPart; begins: number };

/** The funnel's steps; each bar starts where the previous one ends, together they cover all charges. */
export function FunnelSteps({ funnel }: Props) {
  const t = useTranslations('payments.funnel');
  const all = allOf(funnel);
  const { returned, noAmount, steps } = funnel;
  let begins = 0;
  const rows: Row[] = [{ step: 'created', part: all, begins: 0 }];
  for (const step of FUNNEL_STEPS) {
    if (steps[step].count > 0) rows.push({ step, part: steps[step], begins });
    begins += steps[step].count;
  }
  return (
    <Panel
      title={t('title', { count: all.count })}
      action={t.rich('sums', { sum: () => <Money cents={all.sum} /> })}
      footer={
        <p className="text-xs text-ink-3">
          {t('whole', { count: all.count })}{' '}
          {returned.count > 0 && t('returned', { count: returned.count, amount: formatBrl(returned.sum) })}{' '}
          {noAmount > 0 && t('noAmount', { count: noAmount })}
        </p>
      }
    >
      <ul className="grid gap-2">
        {rows.map((row) => (
          <Step key={row.step} row={row} all={all.count} speed={funnel.speed} />
        ))}
      </ul>
    </Panel>
  );
}

/** Formats a share: '91,2%'; a dash if the whole is zero. */
export function useShare(): (part: number, whole: number, digits?: number) => string {
  const format = useFormatter();
  return (part, whole, digits = 1) =>
    whole === 0 ? '–' : format.number(part / whole, { style: 'percent', maximumFractionDigits: digits });
}

function Step({ row: { step, part, begins }, all, speed }: { row: Row; all: number; speed: number[] }) {
  const t = useTranslations('payments.funnel.steps');
  const format = useFormatter();
  const share = useShare();
  const counts = step === 'paid' ? [...speed, part.count - sumOf(speed)] : [part.count];
  const parts = counts.flatMap((count, place) => {
    const className = step === 'paid' ? SPEED_FILLS[place] : FILLS[step];
    return count > 0 ? { key: String(place), value: count, className: className ?? 'fill-idle-line' } : [];
  });
  return (
    <li className="grid grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] items-center gap-x-3 gap-y-1 @max-[34rem]/room:grid-cols-[minmax(0,1fr)_max-content]">
      <div>
        {t(step as 'paid')}
        <small className="block text-[0.75rem] text-ink-3">{t(`note.${step as 'paid'}`)}</small>
      </div>
      <BarLine
        className="h-9 @max-[34rem]/room:col-[1/-1] @max-[34rem]/room:row-start-2 @max-[34rem]/room:h-5"
        begins={begins}
        parts={parts}
        whole={all}
      />
      <div className="grid justify-items-end tabular-nums">
        <span>
          <b className="text-[0.9375rem]">{format.number(part.count)}</b> · {share(part.count, all)}
        </span>
        {step !== 'created' && (
          <Money cents={part.sum} direction={step === 'paid' && part.sum > 0 ? 'in' : 'still'} />
        )}
      </div>
    </li>
  );
}

const COLUMNS = 'grid grid-cols-[repeat(24,minmax(0,1fr))] gap-x-0.5 text-center text-[0.6875rem]';

/** Share of paid charges by hour of creation; charges that can still be paid are not counted. */
export function FunnelHours({ funnel }: Props) {
  const t = useTranslations('payments.funnel.hours');
  const share = useShare();
  const hours = funnel.hours.map(({ paid, unpaid }, at) => ({
    at,
    paid,
    unpaid,
    ended: paid + unpaid,
    share: share(paid, paid + unpaid, 0),
  }));
  const weakest = weakestHour(funnel);
  const weak = weakest === null ? undefined : hours[weakest];
  const most = Math.max(1, ...hours.map((hour) => hour.ended));
  const y = scaleLinear<number>({ domain: [0, most], range: [112, 0] });
  const paid = sumOf(hours.map((hour) => hour.paid));
  const ended = sumOf(hours.map((hour) => hour.ended));
  if (ended === 0) return null;
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      action={
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2 bg-accent" /> {t('paid')} <i className="size-2 bg-idle-line" /> {t('unpaid')}
        </span>
      }
    >
      <div className="mb-2 flex min-h-38 flex-col justify-end">
        <Chart
          keys={hours.map(({ at }) => String(at))}
          width={24 * 50}
          height={112}
          gap={2}
          stretch
          svgClassName="block h-28 w-full overflow-visible"
          series={[
            {
              shape: 'bar',
              values: hours.map((hour) => hour.ended),
              from: hours.map((hour) => hour.paid),
              y,
              className: 'fill-idle-line',
              titles: hours.map(({ unpaid }) => String(unpaid)),
            },
            {
              shape: 'bar',
              values: hours.map((hour) => hour.paid),
              y,
              className: 'fill-accent',
              titles: hours.map((hour) => String(hour.paid)),
            },
          ]}
          baseline={112}
          caption={t('title')}
          columns={[t('hour'), t('paid'), t('unpaid'), t('share')]}
          rows={hours.map((hour) => [t('at', { hour: hour.at }), hour.paid, hour.unpaid, hour.share])}
        />
        {/* Two neighbouring "100%" labels would touch. */}
        <div className={`${COLUMNS} pt-1 @max-[56rem]/room:hidden`} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour.at} className={hour.at === weakest ? 'font-semibold text-warn-ink' : undefined}>
              {hour.share}
            </span>
          ))}
        </div>
        <div className={`${COLUMNS} text-ink-3`} aria-hidden="true">
          {hours.map((hour) => (
            // Where space is narrow, only every third hour is labelled.
            <span
              key={hour.at}
              className={`@max-[46rem]/room:w-0 @max-[46rem]/room:whitespace-nowrap ${hour.at % 3 === 0 ? '' : '@max-[46rem]/room:invisible'}`}
            >
              {t('at', { hour: hour.at })}
            </span>
          ))}
        </div>
      </div>
      {weak !== undefined && (
        <Callout
          tone="warn"
          variant="thin"
          title={t('weak', { hour: weak.at, share: weak.share, count: weak.ended })}
        >
          {t('weakAll', { share: share(paid, ended, 0) })}
        </Callout>
      )}
    </Panel>
  );
}
