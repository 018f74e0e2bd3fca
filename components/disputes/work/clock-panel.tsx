'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { stepOf } from '#lib/disputes/rules.ts';
import { STEP_LOOK, secondsOf } from '../clock.ts';
import { useTimeWords } from '../use-words.ts';
import { ClockScale } from './clock-scale.tsx';
import { StepAnnouncer } from './step-announcer.tsx';
import { StoppedClock } from './stopped-clock.tsx';
import styles from './work.module.css';

type Props = { detail: DisputeDetail; readAt: number };

/** Until when the one answer is taken; once it is sent it stops and says when, and by whom. */
export function ClockPanel({ detail, readAt }: Props) {
  const t = useTranslations('disputes.clock');
  const { dispute } = detail;
  const { deadline, state, openedAt } = dispute;
  const defends = useSession().account.capabilities.includes('defenses');
  return (
    <section className={`panel ${styles.clock}`} aria-label={t('title')}>
      {state !== 'open' ? (
        <StoppedClock dispute={dispute} />
      ) : deadline === null ? (
        <NoDeadline />
      ) : (
        <Running deadline={deadline} readAt={readAt} detail={detail} />
      )}
      <div className="grid content-center gap-1">
        {deadline !== null && openedAt !== null && (
          <ClockScale dispute={dispute} openedAt={openedAt} deadline={deadline} readAt={readAt} />
        )}
        {defends && <p className={styles.after}>{t(state === 'open' ? 'after' : 'waiting')}</p>}
      </div>
      <Rules open={state === 'open'} defends={defends} />
    </section>
  );
}

function Rules({ open, defends }: { open: boolean; defends: boolean }) {
  const t = useTranslations('disputes.clock');
  const b = (chunks: React.ReactNode) => <b>{chunks}</b>;
  return (
    <div className={styles.rules}>
      {defends ? <p>{t.rich('one', { b })}</p> : open && <p>{t.rich('elsewhere', { b })}</p>}
      {open && <p>{t.rich('silence', { b })}</p>}
    </div>
  );
}

function NoDeadline() {
  const t = useTranslations('disputes.clock');
  return (
    <div className={styles.left}>
      <p className={styles.figure} data-still="" data-urgency="warn">
        <Icon name="triangle" tone="warn" />
        {t('unknown')}
      </p>
      <p>{t('unknownTodo')}</p>
    </div>
  );
}

type RunningProps = { deadline: string; readAt: number; detail: DisputeDetail };

/** The second that ticks is for the eye: a screen reader hears the steps only. */
function Running({ deadline, readAt, detail }: RunningProps) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeWords();
  const seconds = useTranslations('due.left');
  const defends = useSession().account.capabilities.includes('defenses');
  const now = useNow(readAt, 1000);
  const left = Date.parse(deadline) - now;
  const step = stepOf(left);
  const { icon, tone, urgency } = STEP_LOOK[step];
  const ticking = secondsOf(left);
  const when = words.when(deadline, now, 'time');
  return (
    <div className={styles.left}>
      <span className="cap">{t(step === 'over' ? 'over' : 'due')}</span>
      <p className={styles.figure} data-urgency={urgency}>
        <Icon name={icon} tone={tone} />
        {words.left(Math.abs(left))}
        {ticking !== null && <small aria-hidden="true">{seconds('seconds', { seconds: ticking })}</small>}
      </p>
      <p>
        <time dateTime={deadline} title={withOffset(deadline)}>
          {t.rich(when.startsWith(formatInstant(locale, deadline, 'day')) ? 'atDay' : 'at', {
            when,
            day: formatInstant(locale, deadline, 'long-day'),
            b: (chunks) => <b>{chunks}</b>,
          })}
        </time>
      </p>
      {detail.dispute.deadlineEstimated && (
        <p className="text-xs text-ink-3">{t('estimated', { hours: detail.limits.windowHours })}</p>
      )}
      {step === 'over' && defends && <p className="text-danger-ink">{t('overTodo')}</p>}
      <StepAnnouncer step={step} />
    </div>
  );
}
