'use client';

import { useLocale, useTranslations } from 'next-intl';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import styles from './webhooks.module.css';

type Week = NonNullable<WebhookRow['week']>;
const HEIGHT = 18;

/** Seven days: grey is delivered, red on its foot is failed. The words for each day are in its title. */
export function WeekBars({ week }: { week: Week }) {
  const t = useTranslations('webhooks.card');
  const locale = useLocale() as Locale;
  const most = Math.max(1, ...week.days.map(({ delivered, failed }) => delivered + failed));
  const words = week.days.map(({ day, delivered, failed }) =>
    t('weekDay', { day: formatInstant(locale, `${day}T12:00:00-03:00`, 'day'), delivered, failed }),
  );
  return (
    <svg className={styles.bars} viewBox={`0 0 70 ${HEIGHT}`} role="img" aria-label={words.join('; ')}>
      {week.days.map(({ day, delivered, failed }, index) => {
        const high = (count: number) => (count === 0 ? 0 : Math.max(1, (count / most) * (HEIGHT - 1)));
        const red = failed === 0 ? 0 : Math.max(2, high(failed));
        const grey = high(delivered);
        return (
          <g key={day}>
            <title>{words[index]}</title>
            <rect
              className={styles.barDelivered}
              x={index * 10}
              y={HEIGHT - red - grey}
              width="8"
              height={grey}
            />
            <rect className={styles.barFailed} x={index * 10} y={HEIGHT - red} width="8" height={red} />
          </g>
        );
      })}
    </svg>
  );
}
