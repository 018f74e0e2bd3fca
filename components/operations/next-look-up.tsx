'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { serverNow } from '#lib/clock.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';

const COUNTED_MS = 120_000;

/** When an unknown outcome is looked up next: counted down when it is near, else the hour. */
export function NextLookUp({ operation }: { operation: Pick<Operation, 'state' | 'nextLookUpAt'> }) {
  const t = useTranslations('operations.next');
  const locale = useLocale() as Locale;
  const { nextLookUpAt, state } = operation;
  const left = useLeft(nextLookUpAt);
  if (state !== 'unknown') return null;
  if (nextLookUpAt === null) return <span>{t('none')}</span>;
  if (left === null || left > COUNTED_MS)
    return (
      <time dateTime={nextLookUpAt} title={withOffset(nextLookUpAt)}>
        {t('at', { when: formatInstant(locale, nextLookUpAt, 'minute') })}
      </time>
    );
  return (
    <time dateTime={nextLookUpAt} title={withOffset(nextLookUpAt)}>
      {left <= 0 ? t('now') : t('in', { seconds: Math.ceil(left / 1000) })}
    </time>
  );
}

/** ms until then; null before the browser has its clock. */
function useLeft(at: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const tick = () => setLeft(Date.parse(at) - serverNow());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}
