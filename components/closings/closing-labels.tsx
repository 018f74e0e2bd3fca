'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useToday } from '#components/ui/clock.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import type { Amount } from '#lib/closings/contract.ts';
import type { DayLine, DifferenceLine } from '#lib/closings/queries.ts';
import { type DifferenceState, unitsOf } from '#lib/closings/rules.ts';
import { type Day, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';

/** Classes of facts below others. */
export const RULED = 'border-t border-line pt-2';

/** Formats a day: 'qui 26 nov', with the year if it is not this one. */
export function useDayLabel(): (day: Day) => string {
  const locale = useLocale() as Locale;
  const today = useToday();
  return (day) => {
    const sameYear = day.slice(0, 4) === today.slice(0, 4);
    return formatInstant(locale, startOfDay(day), sameYear ? 'day' : 'long-day');
  };
}

/** Direction of a signed amount; `still` for zero. */
function directionOf(amount: Amount): Direction {
  const units = unitsOf(amount);
  if (units === 0n) return 'still';
  return units > 0n ? 'in' : 'out';
}

type AmountProps = {
  of: Amount | null | undefined;
  /** `signed`: by the amount's own sign. */
  direction?: Direction | 'signed';
  bare?: boolean;
  size?: 'big' | 'hero';
};

/** An amount with all its decimals. */
export function AmountText({ of, direction = 'value', bare, size }: AmountProps) {
  const shown = direction === 'signed' ? (of ? directionOf(of) : 'value') : direction;
  return (
    <Money cents={of?.cents} exact={of?.exact} precise direction={shown} bare={bare ?? false} size={size} />
  );
}

/** Icon of a difference's state; the label next to it carries the meaning. */
export const DIFFERENCE_KINDS: Record<DifferenceState, StatusKind> = {
  open: 'warn',
  explained: 'local',
  resolved: 'ok',
};

/** A sealed day's explanations and orders stay as they are, until the day changes. */
export const isExplainable = ({ state, changedSince }: Pick<DayLine, 'state' | 'changedSince'>): boolean =>
  state !== 'closed' || changedSince;

/** A difference's name in labels: its first record's id. */
export const differenceName = ({ left, right, id }: DifferenceLine): string =>
  shortId(left?.id ?? right?.id ?? id);

type DayOf = Pick<DayLine, 'state' | 'changedSince' | 'differences' | 'readAt' | 'version' | 'problem'>;

/** A day's state with its icon: in a row with its open differences, in a heading with its version. */
export function DayStatus({ of, heading = false }: { of: DayOf; heading?: boolean }) {
  const t = useTranslations('closings.state');
  const locale = useLocale() as Locale;
  const { state, changedSince, differences, readAt, version, problem } = of;
  const open = differences?.open ?? 0;
  const status = (kind: StatusKind, label: string) => (
    <Status kind={kind} badge={heading}>
      {label}
    </Status>
  );
  switch (state) {
    case 'running':
      if (heading || readAt === null) return status('idle', t('running'));
      return status('idle', t('runningUntil', { time: formatInstant(locale, readAt, 'time-minute') }));
    case 'unread':
      return problem === null ? status('idle', t('unread')) : status('danger', t('failed'));
    case 'reading':
      return status('flow', t('reading'));
    case 'open':
      if (heading) return status('local', t('open'));
      return open > 0 ? status('warn', t('openCount', { count: open })) : status('local', t('ready'));
    case 'waiting':
      return status('local', t('waiting'));
    default: {
      const changed = changedSince && status('warn', t('changed'));
      if (!heading) return changed || status('ok', t('closed'));
      return (
        <>
          {status('ok', t('closedVersion', { version: version ?? 1 }))} {changed}
        </>
      );
    }
  }
}
