'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { type Step, stepOf } from '#lib/disputes/rules.ts';
import { STEP_STYLE, scaleOf, secondsOf } from '../clock.ts';
import { useResultLabels } from '../own-labels.ts';

export const CLOCK = cn(
  panelVariants(),
  'grid grid-cols-[17.5rem_minmax(0,1fr)_15rem] gap-6 px-4 py-3 max-drawer:grid-cols-[minmax(0,1fr)] max-drawer:gap-3 max-wide:p-3',
);
export const CLOCK_LEFT = 'border-r border-line pr-4 max-drawer:border-0 max-drawer:p-0';
/** The time left in large digits; `data-still`: text in its place. */
export const CLOCK_FIGURE =
  'flex items-baseline gap-2 text-2xl font-semibold tracking-[-0.015em] whitespace-nowrap text-ink ' +
  'data-still:text-lg data-still:whitespace-normal data-[urgency=danger]:text-danger-ink data-[urgency=warn]:text-warn-ink ' +
  '[&>small]:text-[0.75rem] [&>small]:font-normal [&>small]:tracking-normal [&>small]:text-ink-2 [&>svg]:self-center';
const LABEL =
  'absolute top-0 -translate-x-1/2 text-2xs whitespace-nowrap text-ink-3 data-below:top-10 ' +
  'data-[end=left]:translate-x-0 data-[end=right]:-translate-x-full ' +
  'data-strong:font-medium data-strong:text-ink-2 data-[urgency=danger]:font-semibold data-[urgency=danger]:text-danger-ink';

type Props = { detail: DisputeDetail };

/** Counts down to the deadline; once the answer is sent, it shows when and by whom. */
export function ClockPanel({ detail }: Props) {
  const t = useTranslations('disputes.clock');
  const { dispute } = detail;
  const { deadline, state, openedAt } = dispute;
  const defends = useSession().account.capabilities.includes('defenses');
  return (
    <section className={CLOCK} aria-label={t('title')}>
      {state !== 'open' ? (
        <StoppedClock dispute={dispute} />
      ) : deadline === null ? (
        <NoDeadline />
      ) : (
        <Running deadline={deadline} detail={detail} />
      )}
      <div className="grid content-center gap-1">
        {deadline !== null && openedAt !== null && (
          <ClockScale dispute={dispute} openedAt={openedAt} deadline={deadline} />
        )}
        {defends && (
          <p className="mt-0.5 border-t border-dashed border-line-control pt-1.5 text-xs">
            {t(state === 'open' ? 'after' : 'waiting')}
          </p>
        )}
      </div>
      <Rules open={state === 'open'} defends={defends} />
    </section>
  );
}

function Rules({ open, defends }: { open: boolean; defends: boolean }) {
  const t = useTranslations('disputes.clock');
  const b = (chunks: React.ReactNode) => <b>{chunks}</b>;
  return (
    <div className="grid content-center gap-1 text-xs text-ink-3">
      {defends ? <p>{t.rich('one', { b })}</p> : open && <p>{t.rich('elsewhere', { b })}</p>}
      {open && <p>{t.rich('silence', { b })}</p>}
    </div>
  );
}

function NoDeadline() {
  const t = useTranslations('disputes.clock');
  return (
    <div className={CLOCK_LEFT}>
      <p className={CLOCK_FIGURE} data-still="" data-urgency="warn">
        <Icon name="triangle" tone="warn" />
        {t('unknown')}
      </p>
      <p>{t('unknownHint')}</p>
    </div>
  );
}

type RunningProps = { deadline: string; detail: DisputeDetail };

/** The ticking second is visual only; screen readers get only the urgency steps. */
function Running({ deadline, detail }: RunningProps) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeLabels();
  const seconds = useTranslations('due.left');
  const defends = useSession().account.capabilities.includes('defenses');
  const now = useNow(1000);
  const left = Date.parse(deadline) - now;
  const step = stepOf(left);
  const { icon, tone, urgency } = STEP_STYLE[step];
  const ticking = secondsOf(left);
  const when = words.when(deadline, now, 'time');
  return (
    <div className={CLOCK_LEFT}>
      <span className="cap">{t(step === 'over' ? 'over' : 'due')}</span>
      <p className={CLOCK_FIGURE} data-urgency={urgency}>
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
      {step === 'over' && defends && <p className="text-danger-ink">{t('overHint')}</p>}
      <StepAnnouncer step={step} />
    </div>
  );
}

/** Shows when the answer was sent, in place of the countdown. */
function StoppedClock({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeLabels();
  const result = useResultLabels();
  const { answeredAt, answeredBy, deadline, state } = dispute;
  const left =
    answeredAt === null || deadline === null ? null : Date.parse(deadline) - Date.parse(answeredAt);
  return (
    <div className={CLOCK_LEFT}>
      {answeredAt !== null && (
        <>
          <span className="cap">{t('stopped')}</span>
          <p className={CLOCK_FIGURE} data-still="">
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
        <p className={answeredAt === null ? CLOCK_FIGURE : 'mt-1'} data-still="">
          {t('closed')}: <b>{result(dispute)}</b>
        </p>
      )}
    </div>
  );
}

const STEP_MESSAGES = { under48: 'step48', under24: 'step24', under6: 'step6', over: 'stepOver' } as const;

/** Announces an urgency step when it is passed while the page is open. */
function StepAnnouncer({ step }: { step: Step }) {
  const t = useTranslations('disputes.clock');
  const last = useRef(step);
  const [announcement, announce] = useState('');
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    announce(step === 'calm' ? '' : t(STEP_MESSAGES[step]));
  }, [step, t]);
  return (
    <p className="sr-only" role="status">
      {announcement}
    </p>
  );
}

const WIDTH = 720;
type ScaleProps = { dispute: Dispute; openedAt: string; deadline: string };

/** The whole period as a line with marks at 48, 24 and 6 h; it stops when the answer was sent. */
function ClockScale({ dispute, openedAt, deadline }: ScaleProps) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const words = useTimeLabels();
  const ticking = useNow(15_000);
  const end = Date.parse(deadline);
  const running = dispute.state === 'open';
  const now = running ? ticking : dispute.answeredAt === null ? end : Date.parse(dispute.answeredAt);
  const scale = scaleOf(Date.parse(openedAt), end, now);
  const left = end - now;
  const urgency = running ? STEP_STYLE[stepOf(left)].urgency : 'calm';
  const opened = formatInstant(locale, openedAt, 'minute');
  const here = scale.share * WIDTH;
  return (
    <div className="relative h-14">
      <svg
        className="block h-14 w-full"
        viewBox={`0 0 ${WIDTH} 56`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('scale', { left: words.left(Math.max(0, left)), total: scale.totalHours, opened })}
      >
        <rect className="fill-sunken" y="20" width={WIDTH} height="14" />
        <rect
          className="fill-idle-line opacity-40 forced-color-adjust-none"
          y="20"
          width={here}
          height="14"
        />
        <rect
          className="fill-line-control forced-color-adjust-none data-[urgency=danger]:fill-danger-line data-[urgency=warn]:fill-warn-line"
          data-urgency={urgency}
          x={here}
          y="20"
          width={WIDTH - here}
          height="14"
        />
        <rect
          className="fill-none stroke-line-control [vector-effect:non-scaling-stroke]"
          x="0.5"
          y="20.5"
          width={WIDTH - 1}
          height="13"
        />
        {scale.marks.map(({ hours, at }) => (
          <path
            key={hours}
            className="stroke-ink-3 [vector-effect:non-scaling-stroke]"
            d={`M${at * WIDTH} 15v19`}
          />
        ))}
        <path className="stroke-ink stroke-2 [vector-effect:non-scaling-stroke]" d={`M${here} 14v26`} />
      </svg>
      <Labels scale={scale} urgency={urgency} />
      <span className={`${LABEL} max-wide:hidden`} data-below="" data-end="left" style={{ left: 0 }}>
        {scale.share > 0.3 && t('opened', { when: opened })}
      </span>
      <span
        className={LABEL}
        data-below=""
        data-strong=""
        data-end={scale.share > 0.5 ? 'right' : 'left'}
        style={{ left: `${scale.share * 100}%` }}
      >
        {running && t('now', { time: formatInstant(locale, now, 'time-minute') })}
      </span>
      <span
        className={`${LABEL} max-wide:hidden`}
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

/** Only the first mark names its unit; marks too close to the first label are not labelled. */
function Labels({ scale: { totalHours, marks }, urgency }: LabelProps) {
  const t = useTranslations('disputes.clock');
  return (
    <>
      <span className={LABEL} data-end="left" style={{ left: 0 }}>
        {t('mark', { hours: totalHours })}
      </span>
      {marks
        .filter(({ at }) => at > 0.12)
        .map(({ hours, at }, index) => (
          <span
            key={hours}
            className={LABEL}
            data-urgency={hours === 6 && urgency === 'danger' ? 'danger' : undefined}
            style={{ left: `${at * 100}%` }}
          >
            {t(index === 0 ? 'left' : 'mark', { hours })}
          </span>
        ))}
    </>
  );
}
