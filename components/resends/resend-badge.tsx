'use client';

import { cva } from 'class-variance-authority';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { ResendCounts, ResendState } from '#lib/resends/contract.ts';
import { leftOut, type Parts, partsOf } from '#lib/resends/progress.ts';
import type { ResendLine } from '#lib/resends/queries.ts';

/** Renders the ids of a rich text. */
export const mono = (id: ReactNode) => <span className="mono">{id}</span>;

const STATE_KINDS: Record<ResendState, StatusKind> = {
  queued: 'idle',
  running: 'flow',
  paused: 'warn',
  completed: 'ok',
  failed: 'danger',
  cancelled: 'cancelled',
};

type Props = { job: Pick<ResendLine, 'state' | 'pausedUntil' | 'pauseReason' | 'counts'>; until?: boolean };

/** The job's state; with `until`, a pause shows its end. */
export function ResendBadge({ job, until = false }: Props) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  // The job read the provider's list and found nothing that it could resend.
  const none = job.state === 'completed' && job.counts.requested + job.counts.unknown === 0;
  if (job.state !== 'paused')
    return (
      <Status kind={none ? 'idle' : STATE_KINDS[job.state]} badge>
        {none ? t('nothingRequested') : t(`state.${job.state}`)}
      </Status>
    );
  if (job.pauseReason === 'receiver_down')
    return (
      <Badge tone="warn" icon="hourglass">
        {t('pause.awaiting')}
      </Badge>
    );
  const back = until && job.pausedUntil !== null ? formatInstant(locale, job.pausedUntil, 'time') : null;
  return (
    <Badge tone="warn" icon="pause">
      {back === null ? t('state.paused') : t('pause.badge', { time: back })}
    </Badge>
  );
}

const DRAWN = ['delivered', 'waiting', 'failed', 'unknown', 'notTaken'] as const;

const LEGEND = [...DRAWN, 'toSend'] as const;

const RARE = new Set<keyof Parts>(['unknown', 'notTaken']);

/** Sets a part's colour as `--part`. */
export const partColour = cva('', {
  variants: {
    part: {
      delivered: '[--part:var(--ok-line)]',
      waiting: '[--part:var(--accent-line)]',
      failed: '[--part:var(--danger-line)]',
      toSend: '[--part:var(--line-control)]',
      unknown: '[--part:var(--idle-line)]',
      notTaken: '[--part:var(--idle-line)]',
    },
  },
});

export const barFrame = cva('flex overflow-hidden bg-sunken shadow-[inset_0_0_0_1px_var(--line-strong)]', {
  variants: { big: { true: 'h-4', false: 'h-2.5 rounded-1' } },
});

const BAR_PART =
  'block min-w-0.5 forced-color-adjust-none [transition:width_var(--t-slow)_var(--ease-in-place)]';

const HATCHED = 'bg-[repeating-linear-gradient(90deg,var(--part)_0_4px,var(--surface-sunken)_4px_7px)]';

const LEGEND_PART =
  'before:mr-1.5 before:inline-block before:size-2 before:rounded-[1px] before:forced-color-adjust-none';

function legendMark(part: (typeof LEGEND)[number]): string {
  if (part === 'toSend') return 'before:shadow-[inset_0_0_0_1px_var(--part)]';
  return part === 'unknown'
    ? 'before:border before:border-line-control before:border-dashed'
    : 'before:bg-(--part)';
}

/**
 * The progress bar: delivered, accepted without result, failed, to send. Accepted is never drawn as
 * delivered.
 */
export function JobBar({ counts, big = false }: { counts: ResendCounts; big?: boolean }) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(counts);
  return (
    <div
      className={barFrame({ big })}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={parts.whole}
      aria-valuenow={parts.requested}
      aria-label={t('bar', parts)}
      aria-valuetext={t('bar', parts)}
    >
      {DRAWN.map(
        (part) =>
          parts[part] > 0 && (
            <i
              key={part}
              className={`${BAR_PART} ${partColour({ part })} ${part === 'unknown' ? HATCHED : 'bg-(--part)'}`}
              style={{ width: `${(100 * parts[part]) / Math.max(1, parts.whole)}%` }}
            />
          ),
      )}
    </div>
  );
}

/** Progress in a list: the bar and the number delivered. */
export function JobProgress({ counts }: { counts: ResendCounts }) {
  const t = useTranslations('resends.parts');
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-12 flex-1">
        <JobBar counts={counts} />
      </div>
      <span className="text-xs whitespace-nowrap tabular-nums" aria-hidden="true">
        {t('deliveredOf', partsOf(counts))}
      </span>
    </div>
  );
}

export function JobLegend({ counts }: { counts: ResendCounts }) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(counts);
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      {LEGEND.map(
        (part) =>
          (parts[part] > 0 || !RARE.has(part)) && (
            <span key={part} className={`${LEGEND_PART} ${partColour({ part })} ${legendMark(part)}`}>
              {t.rich(`${part}Count`, { count: parts[part], b: (text) => <b>{text}</b> })}
            </span>
          ),
      )}
    </div>
  );
}

/** The counts come from Guichê's index, not from the provider's answer. */
export function Estimated() {
  const t = useTranslations('resends');
  return (
    <Callout variant="thin" icon="info">
      {t('estimated')}
    </Callout>
  );
}

/** Number of excluded transactions by reason. */
export function LeftOut({ counts }: { counts: Parameters<typeof leftOut>[0] }) {
  const t = useTranslations('resends.out');
  const locale = useLocale();
  return (
    <Facts
      of={leftOut(counts).map(({ reason, count }) => ({
        key: reason,
        label: <b className="block text-right text-ink">{count.toLocaleString(locale)}</b>,
        value: t.rich(reason, { id: mono }),
      }))}
    />
  );
}
