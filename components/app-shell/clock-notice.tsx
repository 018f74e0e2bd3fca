'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { serverClock } from '#lib/clock.ts';

const MINUTE_MS = 60_000;
const none = () => 0;

/** Says by how much this computer's clock differs from the server's, where that is more than a minute. */
export function ClockNotice() {
  const difference = useSyncExternalStore(serverClock.subscribe, serverClock.difference, none);
  return difference === 0 ? null : <Difference ms={difference} />;
}

/** `ms`: negative where this computer is behind. */
export function Difference({ ms }: { ms: number }) {
  const t = useTranslations('shell.clock');
  const words = useTimeLabels();
  const by = words.left(Math.round(Math.abs(ms) / MINUTE_MS) * MINUTE_MS);
  return (
    <Callout
      tone="idle"
      icon="clock"
      variant="banner"
      role="status"
      title={t(ms < 0 ? 'behind' : 'ahead', { by })}
    >
      {t('description')}
    </Callout>
  );
}
