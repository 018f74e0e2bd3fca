'use client';

import { useTranslations } from 'next-intl';
import { TwoLines } from '#components/list/table/two-lines.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { withOffset } from '#lib/dates.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { stepOf } from '#lib/disputes/rules.ts';
import { STEP_LOOK } from '../clock.ts';
import { useTimeWords } from '../use-words.ts';
import styles from './queue.module.css';

type Props = { dispute: Pick<Dispute, 'deadline' | 'deadlineEstimated'>; now: number };

/** Time left with its step's shape, and the moment itself below. */
export function Due({ dispute: { deadline, deadlineEstimated }, now }: Props) {
  const t = useTranslations('due');
  const words = useTimeWords();
  if (deadline === null) return <span className="text-ink-3">{t('left.none')}</span>;
  const left = Date.parse(deadline) - now;
  const step = stepOf(left);
  const { icon, tone, urgency } = STEP_LOOK[step];
  const when = words.when(deadline, now);
  const below = (
    <time dateTime={deadline} title={withOffset(deadline)}>
      {deadlineEstimated ? t('when.estimated', { when }) : when}
    </time>
  );
  return (
    <TwoLines below={below}>
      <b className={styles.left} data-urgency={urgency}>
        <Icon name={icon} tone={tone} />
        {step === 'over' ? t('left.over') : words.left(left)}
      </b>
    </TwoLines>
  );
}

const FULL = 72 * 3_600_000;
const MARKS = [24, 48, 66].map((hours) => (hours / 72) * 100);

/** The last 72 hours before a deadline as a line, with marks at 48, 24 and 6 h. */
export function Lane({ deadline, now }: { deadline: string | null; now: number }) {
  const t = useTranslations('disputes.table');
  const words = useTimeWords();
  if (deadline === null) return null;
  const left = Math.max(0, Date.parse(deadline) - now);
  const share = Math.min(1, left / FULL) * 100;
  const { urgency } = STEP_LOOK[stepOf(left)];
  return (
    <svg
      className={styles.lane}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('laneLabel', { left: words.left(left) })}
    >
      <rect className={styles.laneRoom} x="0" y="3" width="100" height="6" />
      <rect
        className={styles.laneLeft}
        data-urgency={urgency}
        x={100 - share}
        y="3"
        width={share}
        height="6"
      />
      <path className={styles.laneMarks} d={MARKS.map((at) => `M${at.toFixed(2)} 1v10`).join('')} />
    </svg>
  );
}
