'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { EMITTED_EVENTS, EVENTS, isReserved, readEvents } from '#lib/webhooks/events.ts';
import { useEventName } from '../event-words.ts';
import styles from '../webhooks.module.css';

export type Choice = { every: boolean; chosen: readonly string[] };
export type ChoiceFault = 'eventsNone' | 'eventsReserved';

/** As the provider takes it, in the list's order: an empty one means all, also those to come. */
export const eventsOf = ({ every, chosen }: Choice): string[] =>
  every ? [] : [...EVENTS.filter((event) => chosen.includes(event)), ...unheardOf(chosen)];

/** Words the product does not know stay as they are: an edit must not drop them. */
const unheardOf = (chosen: readonly string[]) =>
  chosen.filter((event) => !EVENTS.some((known) => known === event));

export function choiceFault({ every, chosen }: Choice): ChoiceFault | null {
  if (every) return null;
  if (chosen.length === 0) return 'eventsNone';
  return readEvents(chosen).nothing ? 'eventsReserved' : null;
}

type Props = { value: Choice; onChange: (next: Choice) => void };

/** Each event with what it means; the reserved ones say that they never come. */
export function EventChoice({ value, onChange }: Props) {
  const t = useTranslations('webhooks.form');
  const { every, chosen } = value;
  const fault = choiceFault(value);
  const counted = every ? EMITTED_EVENTS.length : chosen.filter((event) => !isReserved(event)).length;
  const toggle = (event: string, on: boolean) =>
    onChange({ every, chosen: on ? [...chosen, event] : chosen.filter((one) => one !== event) });
  return (
    <fieldset className="form-field">
      <legend className="form-label w-full">
        <span>{t('events')}</span>
        <span className="rule">{t('eventsRule', { count: counted, all: EMITTED_EVENTS.length })}</span>
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
        {every && <span className="text-xs text-ink-3">{t('everyWords')}</span>}
      </div>
      <ul className={styles.eventList}>
        {[...EVENTS, ...unheardOf(chosen)].map((event) => (
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
        <p className="form-answer text-danger-ink" role="status">
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
    <li>
      <CheckLine
        checked={checked}
        disabled={every}
        title={event}
        onChange={(change) => onToggle(change.target.checked)}
      >
        {name} {isReserved(event) && <Badge>{t('form.reserved')}</Badge>}
        {plain && !isReserved(event) && <small>{plain}</small>}
      </CheckLine>
    </li>
  );
}
