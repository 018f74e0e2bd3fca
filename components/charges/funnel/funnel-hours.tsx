'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type ChargeFunnel, weakestHour } from '#lib/payments/funnel.ts';
import styles from './funnel.module.css';
import { useShare } from './use-share.ts';

/** Of the charges created in each hour of the day, how many were paid; what may still be paid is in none. */
export function FunnelHours({ funnel }: { funnel: ChargeFunnel }) {
  const t = useTranslations('payments.funnel.hours');
  const share = useShare();
  const hours = funnel.hours.map((hour, at) => ({ ...hour, at }));
  const weakest = weakestHour(funnel);
  const most = Math.max(1, ...hours.map(({ paid, unpaid }) => paid + unpaid));
  const paid = hours.reduce((sum, hour) => sum + hour.paid, 0);
  const ended = hours.reduce((sum, hour) => sum + hour.paid + hour.unpaid, 0);
  const weak = weakest === null ? undefined : hours[weakest];
  if (ended === 0) return null;
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      action={
        <span className={styles.keys}>
          <i data-key="paid" /> {t('paid')} <i data-key="unpaid" /> {t('unpaid')}
        </span>
      }
    >
      <table className={styles.hours}>
        <caption className="sr-only">{t('title')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('hour')}</th>
            <th scope="col">{t('paid')}</th>
            <th scope="col">{t('unpaid')}</th>
            <th scope="col">{t('share')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.at} data-weak={hour.at === weakest || undefined}>
              <th scope="row">{t('at', { hour: hour.at })}</th>
              <Bar name="paid" count={hour.paid} most={most} />
              <Bar name="unpaid" count={hour.unpaid} most={most} />
              <td className={styles.share}>{share(hour.paid, hour.paid + hour.unpaid, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
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

function Bar({ name, count, most }: { name: 'paid' | 'unpaid'; count: number; most: number }) {
  return (
    <td className={styles.column} data-key={name} title={String(count)}>
      <i style={{ height: `${(7 * count) / most}rem` }} aria-hidden="true" />
      <span className="sr-only">{count}</span>
    </td>
  );
}
