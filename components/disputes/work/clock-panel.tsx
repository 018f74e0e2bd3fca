'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { type Step, stepOf } from '#lib/disputes/rules.ts';
import { useResultLabels } from '../labels.tsx';
import { STEP_STYLE } from '../use-labels.ts';

export const CLOCK = cn(
  panelVariants(),
  'grid grid-cols-[17.5rem_minmax(0,1fr)_15rem] gap-6 px-4 py-3 max-drawer:grid-cols-[minmax(0,1fr)] max-drawer:gap-3 max-wide:p-3',
);
export const CLOCK_LEFT = 'border-r border-line pr-4 max-drawer:border-0 max-drawer:p-0';
/** The remaining time in large digits; `data-still`: text in its place. */
export const CLOCK_FIGURE =
  'flex items-baseline gap-2 text-2xl font-semibold tracking-[-0.015em] whitespace-nowrap text-ink ' +
  'data-still:text-lg data-still:whitespace-normal data-[urgency=danger]:text-danger-ink data-[urgency=warn]:text-warn-ink ' +
  '[&>small]:text-[0.75rem] [&>small]:font-normal [&>small]:tracking-normal [&>small]:text-ink-2 [&>svg]:self-center';
const boldTag = { b: (chunks: ReactNode) => <b>{chunks}</b> };

/** Counts down to the deadline; once the answer is sent, it shows when and by whom. */
export function ClockPanel({ detail }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.clock');
  const { dispute } = detail;
  const { deadline, openedAt } = dispute;
  const open = dispute.state === 'open';
  const defends = useSession().account.capabilities.includes('defenses');
  return (
    <section className={CLOCK} aria-label={t('title')}>
      <div className={CLOCK_LEFT}>
        {!open && <Stopped dispute={dispute} />}
        {open && deadline !== null && <Running deadline={deadline} detail={detail} />}
        {open && deadline === null && (
          <>
            <p className={CLOCK_FIGURE} data-still="" data-urgency="warn">
              <Icon name="triangle" tone="warn" />
              {t('unknown')}
            </p>
            <p>{t('unknownHint')}</p>
          </>
        )}
      </div>
      <div className="grid content-center gap-1">
        {deadline !== null && openedAt !== null && (
          <ClockScale dispute={dispute} openedAt={openedAt} deadline={deadline} />
        )}
        {defends && (
          <p className="mt-0.5 border-t border-dashed border-line-control pt-1.5 text-xs">
            {t(open ? 'after' : 'waiting')}
          </p>
        )}
      </div>
      <div className="grid content-center gap-1 text-xs text-ink-3">
        {defends && <p>{t.rich('one', boldTag)}</p>}
        {!defends && open && <p>{t.rich('elsewhere', boldTag)}</p>}
        {open && <p>{t.rich('silence', boldTag)}</p>}
      </div>
    </section>
  );
}

/** The ticking second is visual only; screen readers get only the urgency steps. */
function Running({ deadline, detail }: { deadline: string; detail: DisputeDetail }) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const timeLabels = useTimeLabels();
  const due = useTranslations('due.left');
  const defends = useSession().account.capabilities.includes('defenses');
  const now = useNow(1000);
  const remaining = Date.parse(deadline) - now;
  const step = stepOf(remaining);
  const { icon, tone, urgency } = STEP_STYLE[step];
  const seconds = secondsOf(remaining);
  const when = timeLabels.when(deadline, now, 'time');
  const day = formatInstant(locale, deadline, 'long-day');
  const named = when.startsWith(formatInstant(locale, deadline, 'day'));
  return (
    <>
      <span className="cap">{t(step === 'over' ? 'over' : 'due')}</span>
      <p className={CLOCK_FIGURE} data-urgency={urgency}>
        <Icon name={icon} tone={tone} />
        {timeLabels.left(Math.abs(remaining))}
        {seconds !== null && <small aria-hidden="true">{due('seconds', { seconds })}</small>}
      </p>
      <p>
        <time dateTime={deadline} title={withOffset(deadline)}>
          {t.rich(named ? 'atDay' : 'at', { ...boldTag, when, day })}
        </time>
      </p>
      {detail.dispute.deadlineEstimated && (
        <p className="text-xs text-ink-3">{t('estimated', { hours: detail.limits.windowHours })}</p>
      )}
      {step === 'over' && defends && <p className="text-danger-ink">{t('overHint')}</p>}
      <StepAnnouncer step={step} />
    </>
  );
}

const HOUR = 3_600_000;

/** Seconds part of the time left (ms), shown only under six hours; null otherwise. */
export const secondsOf = (ms: number): number | null =>
  ms > 0 && ms < 6 * HOUR ? Math.floor((ms % 60_000) / 1000) : null;

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

function Stopped({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const timeLabels = useTimeLabels();
  const result = useResultLabels();
  const { answeredAt, answeredBy, deadline, state } = dispute;
  const remaining =
    answeredAt === null || deadline === null ? null : Date.parse(deadline) - Date.parse(answeredAt);
  const left = timeLabels.left(remaining ?? 0);
  return (
    <>
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
            {remaining !== null && ` · ${remaining > 0 ? t('stoppedBefore', { left }) : t('stoppedLate')}`}
          </p>
        </>
      )}
      {state === 'closed' && (
        <p className={answeredAt === null ? CLOCK_FIGURE : 'mt-1'} data-still="">
          {t('closed')}: <b>{result(dispute)}</b>
        </p>
      )}
    </>
  );
}

/** The period (ms) as a line from 0 to 1: the elapsed `share`, and marks at 48, 24 and 6 h before the end. */
export function scaleOf(openedAt: number, deadline: number, now: number) {
  const total = Math.max(1, deadline - openedAt);
  const share = Math.min(1, Math.max(0, (now - openedAt) / total));
  const marks = [48, 24, 6]
    .map((hours) => ({ hours, at: 1 - (hours * HOUR) / total }))
    .filter(({ at }) => at > 0.02);
  return { totalHours: Math.round(total / HOUR), share, marks };
}

const WIDTH = 720;
type ScaleProps = { dispute: Dispute; openedAt: string; deadline: string };

/** The whole period, up to the answer. The first mark names its unit; marks near the start have no label. */
function ClockScale({ dispute, openedAt, deadline }: ScaleProps) {
  const t = useTranslations('disputes.clock');
  const locale = useLocale() as Locale;
  const timeLabels = useTimeLabels();
  const ticking = useNow(15_000);
  const end = Date.parse(deadline);
  const running = dispute.state === 'open';
  const now = running ? ticking : dispute.answeredAt === null ? end : Date.parse(dispute.answeredAt);
  const { totalHours, share, marks } = scaleOf(Date.parse(openedAt), end, now);
  const remaining = end - now;
  const urgency = running ? STEP_STYLE[stepOf(remaining)].urgency : 'calm';
  const opened = formatInstant(locale, openedAt, 'minute');
  const here = share * WIDTH;
  return (
    <div className="relative h-14">
      <svg
        className="block h-14 w-full"
        viewBox={`0 0 ${WIDTH} 56`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('scale', { left: timeLabels.left(Math.max(0, remaining)), total: totalHours, opened })}
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
        <path
          className="stroke-ink-3 [vector-effect:non-scaling-stroke]"
          d={marks.map(({ at }) => `M${at * WIDTH} 15v19`).join('')}
        />
        <path className="stroke-ink stroke-2 [vector-effect:non-scaling-stroke]" d={`M${here} 14v26`} />
      </svg>
      <Label at={0} end="left">
        {t('mark', { hours: totalHours })}
      </Label>
      {marks
        .filter(({ at }) => at > 0.12)
        .map(({ hours, at }, index) => (
          <Label key={hours} at={at} danger={hours === 6 && urgency === 'danger'}>
            {t(index === 0 ? 'left' : 'mark', { hours })}
          </Label>
        ))}
      <Label at={0} end="left" className="top-10 max-wide:hidden">
        {share > 0.3 && t('opened', { when: opened })}
      </Label>
      <Label at={share} end={share > 0.5 ? 'right' : 'left'} className="top-10 font-medium text-ink-2">
        {running && t('now', { time: formatInstant(locale, now, 'time-minute') })}
      </Label>
      <Label at={1} end="right" className="top-10 font-medium text-ink-2 max-wide:hidden">
        {share < 0.94 && formatInstant(locale, deadline, 'time-minute')}
      </Label>
    </div>
  );
}

const ENDS = { left: 'translate-x-0', right: '-translate-x-full', none: '-translate-x-1/2' };
type LabelProps = {
  /** Position on the line, from 0 to 1. */
  at: number;
  end?: keyof typeof ENDS;
  danger?: boolean;
  className?: string;
  children: ReactNode;
};

/** A label of the scale, centred over its position unless it is at one of the line's ends. */
function Label({ at, end = 'none', danger = false, className, children }: LabelProps) {
  return (
    <span
      className={cn(
        'absolute top-0 text-2xs whitespace-nowrap text-ink-3',
        ENDS[end],
        danger && 'font-semibold text-danger-ink',
        className,
      )}
      style={{ left: `${at * 100}%` }}
    >
      {children}
    </span>
  );
}
