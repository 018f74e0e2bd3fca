'use client';

import { useLocale } from 'next-intl';
import { useNow } from '#components/ui/use-now.ts';
import { type Locale, relativeAge } from '#lib/dates.ts';

const YOUNG_MS = 3_600_000;

/** Ages in words that go on while they are looked at; every second where something is minutes old. */
export function useAges(asOf: string, youngest: string | null = null): (at: string) => string {
  const locale = useLocale() as Locale;
  const young = youngest !== null && Date.parse(asOf) - Date.parse(youngest) < YOUNG_MS;
  const now = useNow(young ? 1_000 : 30_000, asOf);
  return (at) => relativeAge(locale, at, now);
}
