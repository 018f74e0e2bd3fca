'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { stepOf } from '#lib/disputes/rules.ts';
import { STEP_LOOK, scaleOf } from '../clock.ts';
import { useTimeWords } from '../use-words.ts';
import styles from './work.module.css';

const WIDTH = 720;
type Props = { dispute: Dispute; openedAt: string; deadline: string; readAt: number };

/** The whole period as a line, with marks at 48, 24 and 6 h; it stands still where the answer was sent. */
export function ClockScale({ dispute, openedAt, deadline, readAt }: Props) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeWords();
  const ticking = useNow(readAt, 15_000);
  const end = Date.parse(deadline);
  const running = dispute.state === 'open';
  const now = running ? ticking : dispute.answeredAt === null ? end : Date.parse(dispute.answeredAt);
  const scale = scaleOf(Date.parse(openedAt), end, now);
  const left = end - now;
  const urgency = running ? STEP_LOOK[stepOf(left)].urgency : 'calm';
  const opened = formatInstant(locale, openedAt, 'minute');
  const here = scale.share * WIDTH;
  return (
    <div className={styles.scale}>
      <svg
        viewBox={`0 0 ${WIDTH} 56`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('scale', { left: words.left(Math.max(0, left)), total: scale.totalHours, opened })}
      >
        <rect className={styles.room} y="20" width={WIDTH} height="14" />
        <rect className={styles.gone} y="20" width={here} height="14" />
        <rect
          className={styles.rest}
          data-urgency={urgency}
          x={here}
          y="20"
          width={WIDTH - here}
          height="14"
        />
        <rect className={styles.edge} x="0.5" y="20.5" width={WIDTH - 1} height="13" />
        {scale.marks.map(({ hours, at }) => (
          <path key={hours} className={styles.mark} d={`M${at * WIDTH} 15v19`} />
        ))}
        <path className={styles.now} d={`M${here} 14v26`} />
      </svg>
      <Labels scale={scale} urgency={urgency} />
      <span className={`${styles.label} ${styles.wide}`} data-below="" data-end="left" style={{ left: 0 }}>
        {scale.share > 0.3 && t('opened', { when: opened })}
      </span>
      <span
        className={styles.label}
        data-below=""
        data-strong=""
        data-end={scale.share > 0.5 ? 'right' : 'left'}
        style={{ left: `${scale.share * 100}%` }}
      >
        {running && t('now', { time: formatInstant(locale, now, 'time-minute') })}
      </span>
      <span
        className={`${styles.label} ${styles.wide}`}
        data-below=""
        data-strong=""
        data-end="right"
        style={{ left: '100%' }}
      >
        {scale.share < 0.94 && formatInstant(locale, deadline, 'time-minute')}
      </span>
    </div>
  );
}

type LabelProps = { scale: ReturnType<typeof scaleOf>; urgency: string };

/** The first mark says what the numbers are; marks that would touch the first label or one another leave it out. */
function Labels({ scale: { totalHours, marks }, urgency }: LabelProps) {
  const t = useTranslations('disputes.clock');
  return (
    <>
      <span className={styles.label} data-end="left" style={{ left: 0 }}>
        {t('mark', { hours: totalHours })}
      </span>
      {marks
        .filter(({ at }) => at > 0.12)
        .map(({ hours, at }, index) => (
          <span
            key={hours}
            className={styles.label}
            data-urgency={hours === 6 && urgency === 'danger' ? 'danger' : undefined}
            style={{ left: `${at * 100}%` }}
          >
            {t(index === 0 ? 'left' : 'mark', { hours })}
          </span>
        ))}
    </>
  );
}
