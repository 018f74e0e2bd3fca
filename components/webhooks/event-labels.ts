'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { type EventSet, eventSet, readEvents } from '#lib/webhooks/rules.ts';

/** The events that this account's provider supports. */
export const useEventSet = (): EventSet => eventSet(useSession().account.kind);

/** Translates an event name; an unknown event is shown as received. */
export function useEventName(): (event: string) => string {
  const t = useTranslations('webhooks.events');
  return (event) => (t.has(`${event}.name`) ? t(`${event as 'INFRACTION_CHANGED'}.name`) : event);
}

/** Summarizes a selection of events: "Todos os 8", "Concluída, Devolvida", "6 de 8", "só reservados". */
export function useSelectionLabels(): (events: readonly string[]) => { label: string; nothing: boolean } {
  const t = useTranslations('webhooks.events');
  const name = useEventName();
  const set = useEventSet();
  return (events) => {
    const { emitted, unheard, all, nothing } = readEvents(events, set);
    if (nothing) return { label: t('onlyReserved'), nothing };
    const named = [...emitted, ...unheard];
    if (all) return { label: t('all', { count: set.emitted.length }), nothing };
    if (named.length <= 2) return { label: named.map(name).join(', '), nothing };
    return { label: t('some', { count: emitted.length, all: set.emitted.length }), nothing };
  };
}
