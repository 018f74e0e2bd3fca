'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_RULE, fieldAnswer, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { type EventSet, isReserved, readEvents } from '#lib/webhooks/events.ts';
import { useEventName, useEventSet } from '../event-labels.ts';

export type Choice = { every: boolean; chosen: readonly string[] };
export type ChoiceFault = 'eventsNone' | 'eventsReserved';

/** As the provider takes it, in the list's order. */
export function eventsOf({ every, chosen }: Choice, set: EventSet): string[] {
  if (every && set.emptyMeansAll) return [];
  const wanted = every ? set.emitted : set.events.filter((event) => chosen.includes(event));
  return [...wanted, ...unheardOf(chosen, set)];
}

/** Events that an endpoint receives now, as a choice. */
export const choiceOf = (events: readonly string[], set: EventSet): Choice => ({
  every: set.emptyMeansAll ? events.length === 0 : readEvents(events, set).all,
  chosen: events,
});

/** Words the product does not know stay as they are: an edit must not drop them. */
const unheardOf = (chosen: readonly string[], { events }: EventSet) =>
  chosen.filter((event) => !events.includes(event));

export function choiceFault({ every, chosen }: Choice, set: EventSet): ChoiceFault | null {
  if (every) return null;
  if (chosen.length === 0) return 'eventsNone';
  return readEvents(chosen, set).nothing ? 'eventsReserved' : null;
}

type Props = { value: Choice; onChange: (next: Choice) => void };

/** Each event with what it means; the reserved ones say that they never come. */
export function EventChoice({ value, onChange }: Props) {
  const t = useTranslations('webhooks.form');
  const set = useEventSet();
  const { every, chosen } = value;
  const fault = choiceFault(value, set);
  const all = set.emitted.length;
  const counted = every ? all : chosen.filter((event) => !isReserved(event)).length;
  const toggle = (event: string, on: boolean) =>
    onChange({ every, chosen: on ? [...chosen, event] : chosen.filter((one) => one !== event) });
  return (
    <fieldset className={fieldVariants()}>
      <legend className={cn(fieldLabel(), 'w-full')}>
        <span>{t('events')}</span>
        <span className={FIELD_RULE}>{t('eventsRule', { count: counted, all })}</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t('events')}
          value={every ? 'every' : 'chosen'}
          onChange={(next) => onChange({ every: next === 'every', chosen })}
          options={[
            { value: 'every', label: t('every') },
            { value: 'chosen', label: t('chosen') },
          ]}
        />
        {every && (
          <span className="text-xs text-ink-3">
            {t(set.emptyMeansAll ? 'everyWords' : 'everyNow', { all })}
          </span>
        )}
      </div>
      <ul className="grid gap-0.5">
        {[...set.events, ...unheardOf(chosen, set)].map((event) => (
          <EventLine
            key={event}
            event={event}
            every={every}
            checked={every ? !isReserved(event) : chosen.includes(event)}
            onToggle={(on) => toggle(event, on)}
          />
        ))}
      </ul>
      {fault && (
        <p className={fieldAnswer({ fault: true })} role="status">
          <Icon name="octagon" tone="danger" />
          <span>{t(fault)}</span>
        </p>
      )}
    </fieldset>
  );
}

type LineProps = { event: string; every: boolean; checked: boolean; onToggle: (on: boolean) => void };

function EventLine({ event, every, checked, onToggle }: LineProps) {
  const t = useTranslations('webhooks');
  const name = useEventName()(event);
  const plain = t.has(`events.${event}.plain`) ? t(`events.${event as 'INFRACTION_CHANGED'}.plain`) : null;
  return (
    <li className="border-line border-b py-1 last:border-b-0">
      <CheckLine
        checked={checked}
        disabled={every}
        title={event}
        onChange={(change) => onToggle(change.target.checked)}
      >
        {name} {isReserved(event) && <Badge>{t('form.reserved')}</Badge>}
        {plain && !isReserved(event) && <small className="block text-xs text-ink-3">{plain}</small>}
      </CheckLine>
    </li>
  );
}
