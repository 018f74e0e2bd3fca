'use client';

import { useLocale, useTranslations } from 'next-intl';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { minutesFor } from '#lib/resends/progress.ts';
import type { Preview } from '#lib/resends/queries.ts';
import { resendName } from '../use-labels.ts';
import { RequestWindows } from '../windows.tsx';

/** The requests as dashed windows, how long they take, and what they share their limit with. */
export function PlannedRequests({ preview }: { preview: Preview }) {
  const t = useTranslations('resends.checkStep');
  const locale = useLocale() as Locale;
  const day = (at: string) => formatInstant(locale, at, 'day');
  const { requests, requestsTotal, perMinute, sharedWith, counts, indexFrom } = preview;
  const single = requests.every(({ route }) => route === 'transaction');
  const title = t('requests', { count: requestsTotal });
  const minutes = minutesFor(requestsTotal, perMinute);
  const notes = [
    counts.outside > 0 && t('earliest', { day: day(preview.earliest) }),
    sharedWith !== null && t('shared', { name: resendName(sharedWith.number) }),
    indexFrom !== null && t('indexFrom', { day: day(indexFrom) }),
  ].filter((note) => note !== false);
  return (
    <section>
      <h3 className="flex-wrap gap-y-0">
        <span className="whitespace-nowrap">{title}</span>
        {requestsTotal > perMinute && (
          <span className="font-normal text-ink-3">{t('duration', { minutes })}</span>
        )}
        <span className="cap ml-auto text-right font-normal">
          {t(single ? 'requestsNoteSingle' : 'requestsNote', { perMinute })}
        </span>
      </h3>
      <RequestWindows label={title} requests={requests} total={requestsTotal} />
      {notes.length > 0 && <p className="mt-1.5 text-xs text-ink-3">{notes.join(' ')}</p>}
    </section>
  );
}
