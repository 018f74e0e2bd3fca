'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { addDays, formatInstant, type Locale, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputeName, disputePath, stepOf } from '#lib/disputes/rules.ts';
import { STEP_STYLE } from '../use-labels.ts';

type Props = { items: readonly Dispute[]; now: number };

const HEIGHT = 100;
/** Parts of the height in rem: day names, one line of labels, foot. */
const [HEAD, LINE, FOOT] = [1.375, 2.5, 0.375];
const MOST_NAMED = 4;

/** The next 72 hours: one line; unfolded, among working hours, so that "39 h" reads as Saturday at dawn. */
export function QueueAxis({ items, now }: Props) {
  const t = useTranslations('disputes.axis');
  const locale = useLocale() as Locale;
  const { when } = useTimeLabels();
  const { dues, placed, lines, unplaced } = placeDues(items, now);
  const named = dues.slice(0, MOST_NAMED).map(({ deadline }) => when(deadline ?? '', now));
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

/** The first deadline of an unassigned dispute, and the working time until then. */
function FirstFree({ items, now }: Props) {
  const t = useTranslations('disputes.unassigned');
  const { when } = useTimeLabels();
  const due = items
    .filter(({ assignee, deadline }) => assignee === null && Date.parse(deadline ?? '') > now)
    .map(({ deadline }) => deadline ?? '')
    .sort()[0];
  if (due === undefined) return null;
  const end = Date.parse(due);
  const days = Math.min(60, Math.ceil((end - now) / (24 * HOUR)));
  const working = workingMs(now, end, workingDays(now, days));
  const until = working === 0 ? t('noWorking') : t('working', { hours: Math.floor(working / HOUR) });
  return t('first', { when: when(due, now), until });
}

/** Non-working time, midnights, now, and a mark from each deadline's label down to the ground. */
function Ground({ placed, now, lines }: { placed: readonly Placed<Dispute>[]; now: number; lines: number }) {
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
  const t = useTranslations('disputes.axis');
  const estimated = useTranslations('due.when');
  const timeLabels = useTimeLabels();
  const { session, account } = useSession();
  const { assignee, deadline, amount } = item;
  const mine = assignee?.id === session.operator.id;
  const owner = assignee === null ? t('nobody') : t(mine ? 'mine' : 'with', { name: assignee.name });
  const when = deadline === null ? '' : timeLabels.when(deadline, now);
  const before = side === 'before';
  return (
    <Link
      className={`group absolute max-w-[23%] text-xs text-ink no-underline @max-[46rem]/room:text-[0.6875rem] ${before ? 'mr-2 text-right' : 'ml-2'}`}
      href={disputePath(account.slug, item.id)}
      style={{
        top: `${1.5 + line * LINE}rem`,
        ...(before ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` }),
      }}
    >
      <span className={`flex gap-1 ${before ? 'justify-end' : ''}`}>
        <b className="truncate group-hover:underline">{item.payerName ?? disputeName(item)}</b>{' '}
        {amount !== null && <span className="flex-none">{formatBrl(amount)}</span>}
      </span>
      <small className="block truncate text-[1em] text-ink-3 @max-[46rem]/room:hidden">
        {item.deadlineEstimated ? estimated('estimated', { when }) : when} · {owner}
      </small>
    </Link>
  );
}

const HOUR = 3_600_000;
const SPAN = 72 * HOUR;
const OPENS = 8 * HOUR;
const CLOSES = 19 * HOUR;
/** A label's share of the line's width; labels that would touch go to another line. */
const LABEL = 0.24;
const LINES = [0, 1, 2];

const at = (time: number, now: number) => Math.min(1, Math.max(0, (time - now) / SPAN));

/** Start and end of one day's working hours (São Paulo), epoch ms. */
type WorkingDay = { start: number; end: number };

/** Working time between two instants, in ms. */
export function workingMs(from: number, to: number, days: readonly WorkingDay[]): number {
  const parts = days.map(({ start, end }) => Math.max(0, Math.min(to, end) - Math.max(from, start)));
  return parts.reduce((sum, ms) => sum + ms, 0);
}

/** Working hours of the days that begin within `days` days of `now`: Monday to Friday, 08:00 to 19:00. */
export function workingDays(now: number, days: number): WorkingDay[] {
  const first = saoPauloDay(now);
  return Array.from({ length: days + 1 }, (_, index) => addDays(first, index)).flatMap((day) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) return [];
    const midnight = Date.parse(startOfDay(day));
    return [{ start: midnight + OPENS, end: midnight + CLOSES }];
  });
}

/** Non-working time, as ranges of the axis from 0 to 1. */
export function restBands(now: number): { from: number; to: number }[] {
  const bands: { from: number; to: number }[] = [];
  let last = now;
  for (const { start, end } of workingDays(now, 4)) {
    if (start > last) bands.push({ from: at(last, now), to: at(start, now) });
    last = Math.max(last, end);
  }
  bands.push({ from: at(last, now), to: 1 });
  return bands.filter(({ from, to }) => to > from);
}

/** The midnights on the axis, from 0 to 1. */
export function midnights(now: number): { day: string; at: number }[] {
  const first = saoPauloDay(now);
  return [1, 2, 3]
    .map((days) => addDays(first, days))
    .map((day) => ({ day, at: (Date.parse(startOfDay(day)) - now) / SPAN }))
    .filter((tick) => tick.at > 0.1 && tick.at < 0.97);
}

type Placed<T> = { item: T; at: number; line: number; side: 'after' | 'before' };
type Spot = Omit<Placed<unknown>, 'item'>;

const spanOf = ({ at: here, side }: Spot) =>
  side === 'after' ? { from: here, to: here + LABEL } : { from: here - LABEL, to: here };

/** A mark's line runs from its label down to the ground, through wider labels of lower lines. */
const crosses = (mark: Spot, label: Spot) => {
  const { from, to } = spanOf(label);
  return mark.line < label.line && mark.at > from && mark.at < to;
};
const touches = (one: Spot, other: Spot) =>
  one.line === other.line && spanOf(one).from < spanOf(other).to && spanOf(other).from < spanOf(one).to;

/**
 * Places deadlines, the latest first, so that no label touches another and no mark crosses a label. `dues`:
 * all deadlines on the axis, the soonest first. `unplaced`: how many found no free spot.
 */
export function placeDues<T extends { deadline: string | null }>(
  items: readonly T[],
  now: number,
): { dues: readonly T[]; placed: Placed<T>[]; lines: number; unplaced: number } {
  const dues = items
    .map((item) => ({ item, at: (Date.parse(item.deadline ?? '') - now) / SPAN }))
    .filter((due) => due.at > 0 && due.at <= 1)
    .sort((a, b) => a.at - b.at);
  const late = dues.filter((due) => due.at > 1 - LABEL).reverse();
  const placed: Placed<T>[] = [];
  for (const due of [...late, ...dues.filter((one) => !late.includes(one))]) {
    const isFree = (spot: Spot) =>
      placed.every((one) => !touches(spot, one) && !crosses(spot, one) && !crosses(one, spot));
    const free = spotsOf(due.at).find(isFree);
    if (free !== undefined) placed.push({ item: due.item, ...free });
  }
  const lines = Math.max(0, ...placed.map(({ line }) => line)) + 1;
  return {
    dues: dues.map(({ item }) => item),
    placed: placed.sort((a, b) => a.at - b.at),
    lines,
    unplaced: dues.length - placed.length,
  };
}

/** Candidate positions of a deadline's label, best first. */
function spotsOf(here: number): Spot[] {
  const sides = (['after', 'before'] as const).filter((side) =>
    side === 'after' ? here + LABEL <= 1 : here - LABEL >= 0,
  );
  return sides.flatMap((side) => LINES.map((line) => ({ at: here, line, side })));
}
