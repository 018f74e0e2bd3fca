'use client';

import { useTranslations } from 'next-intl';
import { isReserved } from '#lib/webhooks/events.ts';
import { useEventName } from './event-labels.ts';

/** Events that the endpoint receives, in words. */
export function EventsPart({ events }: { events: readonly string[] }) {
  const t = useTranslations('webhooks.drawer');
  const name = useEventName();
  return (
    <section>
      <h3>{t('eventsTitle')}</h3>
      {events.length === 0 ? (
        <p>{t('allEvents')}</p>
      ) : (
        <ul>
          {events.map((event) => (
            <li key={event} title={event}>
              {name(event)} {isReserved(event) && <span className="text-ink-3">· {t('reserved')}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
