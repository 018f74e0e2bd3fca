'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { Report } from '#lib/connections/queries.ts';
import type { Locale } from '#lib/dates.ts';
import { lackWords, linesOf, type Words, wordsOfCheck } from '#lib/doctor/words.ts';

export type Check = Report['checks'][number];

/** The sentences of a check in the reader's language: what was found, and what to do about it. */
export function useSays() {
  const t = useTranslations('doctor') as unknown as Words;
  const locale = useLocale() as Locale;
  return (check: Check) => wordsOfCheck(check, t, locale);
}

/** Names what an answer that was not understood left out; null for every other. */
export function useLackLabels() {
  const t = useTranslations('doctor') as unknown as Words;
  return (answer: Report['answers'][number]) => lackWords(answer, t);
}

/** The whole report as text, for whoever maintains Guichê or the service. */
export function useSummary() {
  const t = useTranslations('doctor') as unknown as Words;
  const locale = useLocale() as Locale;
  return (slug: string, report: Report) => linesOf(slug, report, t, locale).join('\n');
}
