'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { serverNow } from '#lib/clock.ts';

/** Time left until an instant in its two largest units; null before the browser has its clock, '' once it is over. */
export function useLeft(until: string | null): string | null {
  const words = useSpanLabels();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (until === null) return setLeft(null);
    const tick = () => setLeft(Date.parse(until) - serverNow());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (left === null) return null;
  return left <= 0 ? '' : words(left);
}

/** A span of ms in its two largest units: '59 min 3 s'. */
export function useSpanLabels(): (ms: number) => string {
  const t = useTranslations('payments.left');
  return (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) return t('days', { days: Math.floor(hours / 24), hours: hours % 24 });
    if (hours >= 1) return t('hours', { hours, minutes: minutes % 60 });
    return minutes >= 1 ? t('minutes', { minutes, seconds: seconds % 60 }) : t('seconds', { seconds });
  };
}
