'use client';

import { scaleLinear } from '@visx/scale';
import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Chart } from '#components/ui/chart.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type ChargeFunnel, weakestHour } from '#lib/payments/funnel.ts';
import { useShare } from './use-share.ts';

const COLUMNS = 'grid grid-cols-[repeat(24,minmax(0,1fr))] gap-x-0.5 text-center text-[0.6875rem]';

/** Of the charges created in each hour of the day, how many were paid; what may still be paid is in none. */
export function FunnelHours({ funnel }: { funnel: ChargeFunnel }) {
  const t = useTranslations('payments.funnel.hours');
  const share = useShare();
  const hours = funnel.hours.map((hour, at) => ({ ...hour, at }));
  const weakest = weakestHour(funnel);
  const most = Math.max(1, ...hours.map(({ paid, unpaid }) => paid + unpaid));
  const y = scaleLinear<number>({ domain: [0, most], range: [112, 0] });
  const paid = hours.reduce((sum, hour) => sum + hour.paid, 0);
  const ended = hours.reduce((sum, hour) => sum + hour.paid + hour.unpaid, 0);
  const weak = weakest === null ? undefined : hours[weakest];
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
              values: hours.map(({ paid, unpaid }) => paid + unpaid),
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
          rows={hours.map((hour) => [
            t('at', { hour: hour.at }),
            hour.paid,
            hour.unpaid,
            share(hour.paid, hour.paid + hour.unpaid, 0),
          ])}
        />
        {/* "100%" of an hour would touch that of the next. */}
        <div className={`${COLUMNS} pt-1 @max-[56rem]/room:hidden`} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour.at} className={hour.at === weakest ? 'font-semibold text-warn-ink' : undefined}>
              {share(hour.paid, hour.paid + hour.unpaid, 0)}
            </span>
          ))}
        </div>
        <div className={`${COLUMNS} text-ink-3`} aria-hidden="true">
          {hours.map((hour) => (
            // Where it is narrow every third hour is named.
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
          title={t('weak', {
            hour: weakest ?? 0,
            share: share(weak.paid, weak.paid + weak.unpaid, 0),
            count: weak.paid + weak.unpaid,
          })}
        >
          {t('weakAll', { share: share(paid, ended, 0) })}
        </Callout>
      )}
    </Panel>
  );
}
