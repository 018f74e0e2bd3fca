'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { type Step, stepOf } from '#lib/disputes/rules.ts';
import { STEP_LOOK, secondsOf } from '../clock.ts';
import { useResultWords } from '../use-result-words.ts';
import { useTimeWords } from '../use-words.ts';
import { ClockScale } from './clock-scale.tsx';
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

/** The answer's moment in the deadline's place: nothing counts down any more. */
function StoppedClock({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeWords();
  const result = useResultWords();
  const { answeredAt, answeredBy, deadline, state } = dispute;
  const left =
    answeredAt === null || deadline === null ? null : Date.parse(deadline) - Date.parse(answeredAt);
  return (
    <div className={styles.left}>
      {answeredAt !== null && (
        <>
          <span className="cap">{t('stopped')}</span>
          <p className={styles.figure} data-still="">
            <Icon name="check" tone="ok" />
            <time dateTime={answeredAt} title={withOffset(answeredAt)}>
              {formatInstant(locale, answeredAt, 'full')}
            </time>
          </p>
          <p>
            {answeredBy === null ? t('stoppedOutside') : t('stoppedBy', { name: answeredBy.name })}
            {left !== null &&
              ` · ${left > 0 ? t('stoppedBefore', { left: words.left(left) }) : t('stoppedLate')}`}
          </p>
        </>
      )}
      {state === 'closed' && (
        <p className={answeredAt === null ? styles.figure : 'mt-1'} data-still="">
          {t('closed')}: <b>{result(dispute)}</b>
        </p>
      )}
    </div>
  );
}

const WORDS = { under48: 'step48', under24: 'step24', under6: 'step6', over: 'stepOver' } as const;

/** Told when a step is passed while the page is open, and at no other time. */
function StepAnnouncer({ step }: { step: Step }) {
  const t = useTranslations('disputes.clock');
  const last = useRef(step);
  const [said, say] = useState('');
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    say(step === 'calm' ? '' : t(WORDS[step]));
  }, [step, t]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
