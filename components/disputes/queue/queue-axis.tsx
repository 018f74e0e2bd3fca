'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputeName, disputePath, stepOf } from '#lib/disputes/rules.ts';
import { STEP_STYLE, workingMs } from '../clock.ts';
import { midnights, type Placed, placeDues, restBands, workingDays } from './axis.ts';

type Props = {
  items: readonly Dispute[];
  now: number;
};
const HEIGHT = 100;
/** Parts of the height in rem: day names, one line of labels, foot. */
const [HEAD, LINE, FOOT] = [1.375, 2.5, 0.375];
const MOST_NAMED = 4;

/**
 * The next 72 hours in one line of text; unfolded, deadlines are drawn among working hours, so that "39 h"
 * reads as Saturday at dawn.
 */
export function QueueAxis({ items, now }: Props) {
  const t = useTranslations('disputes.axis');
  const locale = useLocale() as Locale;
  const words = useTimeLabels();
  const { dues, placed, lines, unplaced } = placeDues(items, now);
  const named = dues.slice(0, MOST_NAMED).map(({ deadline }) => words.when(deadline ?? '', now));
  const more = dues.length - named.length;
  if (items.length === 0) return null;
  return (
    <details className={cn(panelVariants(), 'group max-wide:hidden')} aria-label={t('title')}>
      <summary className="flex min-h-8.5 cursor-pointer list-none flex-wrap items-center gap-x-2 px-panel py-1 text-xs focus-visible:-outline-offset-2">
        <Icon name="right" size="s" className="group-open:rotate-90" />
        <b className="text-sm text-ink">{t('title')}</b>
        <span className="text-ink-2 group-open:hidden">
          {dues.length === 0 ? t('empty') : t('dues', { count: dues.length, list: named.join(', '), more })}
        </span>
        <span className="hidden text-ink-3 group-open:inline">{t('note')}</span>
        <span className="ml-auto text-ink-3">
          <FirstFree items={items} now={now} />
        </span>
      </summary>
      {placed.length > 0 && (
        <div className="border-t border-line p-panel">
          <div className="relative" style={{ height: `${HEAD + lines * LINE + FOOT}rem` }}>
            <Ground placed={placed} now={now} lines={lines} />
            <span className="absolute top-1 left-0 text-2xs font-semibold text-ink">{t('nowMark')}</span>
            {midnights(now).map(({ day, at }) => (
              <span
                key={day}
                className="absolute top-1 -translate-x-1/2 whitespace-nowrap text-2xs text-ink-3"
                style={{ left: `${at * 100}%` }}
              >
                {formatInstant(locale, startOfDay(day), 'day')}
              </span>
            ))}
            {placed.map((due) => (
              <Due key={due.item.id} due={due} now={now} />
            ))}
          </div>
          {unplaced > 0 && <p className="cap mt-1">{t('more', { count: unplaced })}</p>}
        </div>
      )}
    </details>
  );
}

const HOUR = 3_600_000;

/** The first deadline of an unassigned dispute, and the working time until then. */
function FirstFree({ items, now }: Pick<Props, 'items' | 'now'>) {
  const t = useTranslations('disputes.unassigned');
  const words = useTimeLabels();
  const due = items
    .filter(({ assignee, deadline }) => assignee === null && Date.parse(deadline ?? '') > now)
    .map(({ deadline }) => deadline ?? '')
    .sort()[0];
  if (due === undefined) return null;
  const end = Date.parse(due);
  const days = Math.min(60, Math.ceil((end - now) / (24 * HOUR)));
  const working = workingMs(now, end, workingDays(now, days));
  const until = working === 0 ? t('noWorking') : t('working', { hours: Math.floor(working / HOUR) });
  return t('first', { when: words.when(due, now), until });
}

type GroundProps = { placed: readonly Placed<Dispute>[]; now: number; lines: number };

function Ground({ placed, now, lines }: GroundProps) {
  const top = (line: number) => (HEIGHT * (HEAD + line * LINE)) / (HEAD + lines * LINE + FOOT);
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {restBands(now).map(({ from, to }) => (
        <rect
          key={from}
          className="fill-sunken"
          x={from * 100}
          y={top(0)}
          width={(to - from) * 100}
          height={HEIGHT - top(0)}
        />
      ))}
      {midnights(now).map(({ day, at }) => (
        <path
          key={day}
          className="stroke-line-control [vector-effect:non-scaling-stroke]"
          d={`M${at * 100} ${top(0) - 5}V${top(0)}`}
        />
      ))}
      <path className="stroke-line-strong [vector-effect:non-scaling-stroke]" d={`M0 ${HEIGHT - 0.5}H100`} />
      <path
        className="stroke-ink stroke-2 [vector-effect:non-scaling-stroke]"
        d={`M0 ${top(0) - 4}V${HEIGHT}`}
      />
      {placed.map(({ item, at, line }) => (
        <path
          key={item.id}
          className="stroke-line-control stroke-2 [vector-effect:non-scaling-stroke] data-estimated:[stroke-dasharray:3_3] data-[urgency=danger]:stroke-danger-line data-[urgency=danger]:[stroke-width:3] data-[urgency=warn]:stroke-warn-line"
          data-urgency={STEP_STYLE[stepOf(Date.parse(item.deadline ?? '') - now)].urgency}
          data-estimated={item.deadlineEstimated || undefined}
          d={`M${at * 100} ${top(line)}V${HEIGHT}`}
        />
      ))}
    </svg>
  );
}

function Due({ due: { item, at, line, side }, now }: { due: Placed<Dispute>; now: number }) {
  const t = useTranslations('disputes');
  const estimated = useTranslations('due.when');
  const words = useTimeLabels();
  const { session, account } = useSession();
  const { assignee, deadline, amount } = item;
  const owner =
    assignee === null
      ? t('axis.nobody')
      : assignee.id === session.operator.id
        ? t('axis.mine')
        : t('axis.with', { name: assignee.name });
  const when = deadline === null ? '' : words.when(deadline, now);
  return (
    <Link
      className={`group absolute max-w-[23%] text-xs text-ink no-underline @max-[46rem]/room:text-[0.6875rem] ${side === 'before' ? 'mr-2 text-right' : 'ml-2'}`}
      href={disputePath(account.slug, item.id)}
      style={{
        top: `${1.5 + line * LINE}rem`,
        ...(side === 'before' ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` }),
      }}
    >
      <span className={`flex gap-1 ${side === 'before' ? 'justify-end' : ''}`}>
        <b className="truncate group-hover:underline">{item.payerName ?? disputeName(item)}</b>{' '}
        {amount !== null && <span className="flex-none">{formatBrl(amount)}</span>}
      </span>
      <small className="block truncate text-[1em] text-ink-3 @max-[46rem]/room:hidden">
        {item.deadlineEstimated ? estimated('estimated', { when }) : when} · {owner}
      </small>
    </Link>
  );
}
