'use client';

import { useLocale } from 'next-intl';
import { DayPicker } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import { buttonVariants } from '#components/ui/button.tsx';
import { useToday } from '#components/ui/clock.tsx';
import type { Day } from '#lib/core/dates.ts';

type Props = {
  day: Day | null;
  /** The last day that can be chosen. */
  max: Day | undefined;
  onChoose: (day: Day) => void;
};

const STEP = buttonVariants({ variant: 'quiet', size: 'sm', square: true });
const CLASS_NAMES = {
  months: 'relative w-60',
  nav: 'absolute right-0 top-0 flex gap-1',
  button_previous: STEP,
  button_next: STEP,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-6 items-center text-sm font-semibold text-ink capitalize',
  month_grid: 'mt-2 w-full table-fixed border-collapse text-center text-sm',
  weekday: 'h-6 text-xs font-normal text-ink-3',
  day: 'p-0',
  day_button: 'h-7 w-full cursor-pointer rounded-2 hover:bg-accent-soft disabled:cursor-not-allowed',
  selected: 'rounded-2 bg-accent-soft font-semibold text-ink',
  today: 'font-semibold text-accent',
  outside: 'text-ink-3',
  disabled: 'text-ink-off',
  hidden: 'invisible',
};

/** A month of days; the arrow keys move through it. */
export function Calendar({ day, max, onChoose }: Props) {
  const locale = useLocale() === 'pt-BR' ? ptBR : enUS;
  const today = useToday();
  const shown = dateOf(day ?? today);
  return (
    <DayPicker
      mode="single"
      autoFocus
      locale={locale}
      classNames={CLASS_NAMES}
      today={dateOf(today)}
      defaultMonth={shown}
      selected={day === null ? undefined : shown}
      disabled={max === undefined ? undefined : { after: dateOf(max) }}
      onSelect={(_, chosen) => onChoose(dayOf(chosen))}
    />
  );
}

/** Noon of the day in this computer's time zone, which is the one the picker uses. */
function dateOf(day: Day): Date {
  return new Date(`${day}T12:00:00`);
}

function dayOf(date: Date): Day {
  const [month, of] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${of}`;
}
