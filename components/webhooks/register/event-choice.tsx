'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_RULE, fieldAnswer, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { SheetSteps } from '#components/ui/steps.tsx';
import { type EventSet, isReserved, readEvents } from '#lib/webhooks/events.ts';
import { checkUrl, nearAddress } from '#lib/webhooks/url-rules.ts';
import { useEventName, useEventSet } from '../event-labels.ts';
import { useAddressSeen } from '../use-webhooks.ts';

export type Choice = { every: boolean; chosen: readonly string[] };
export type ChoiceFault = 'eventsNone' | 'eventsReserved';

/** The event names sent to the provider, in the list's order. */
export function eventsOf({ every, chosen }: Choice, set: EventSet): string[] {
  if (every && set.emptyMeansAll) return [];
  const wanted = every ? set.emitted : set.events.filter((event) => chosen.includes(event));
  return [...wanted, ...unknownEvents(chosen, set)];
}

/** Converts an endpoint's current events to a choice. */
export const choiceOf = (events: readonly string[], set: EventSet): Choice => ({
  every: set.emptyMeansAll ? events.length === 0 : readEvents(events, set).all,
  chosen: events,
});

/** Events that Guichê does not know are preserved: an edit must not drop them. */
const unknownEvents = (chosen: readonly string[], { events }: EventSet) =>
  chosen.filter((event) => !events.includes(event));

export function choiceFault({ every, chosen }: Choice, set: EventSet): ChoiceFault | null {
  if (every) return null;
  if (chosen.length === 0) return 'eventsNone';
  return readEvents(chosen, set).nothing ? 'eventsReserved' : null;
}

type Props = { value: Choice; onChange: (next: Choice) => void };

/** The events with their meaning; reserved ones are marked as never sent. */
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
        {[...set.events, ...unknownEvents(chosen, set)].map((event) => (
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

type UrlFieldProps = {
  value: string;
  onChange: (next: string) => void;
  /** Error message of the address. */
  error: string | null;
  registered: readonly (string | null)[];
  /** Confirms that an address nearly equal to a registered one is intended. */
  near?: { value: boolean; onChange: (next: boolean) => void; error: string | null };
};

/** The address field: the rule is always visible, the check's result appears as soon as it is known. */
export function UrlField({ value, onChange, error, registered, near }: UrlFieldProps) {
  const t = useTranslations('webhooks.form');
  const check = checkUrl(value, registered);
  const good = check.fault === null && error === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  const alike = near === undefined ? null : nearAddress(value, registered);
  return (
    <>
      <PastedField
        paste="address"
        label={t('url')}
        rule={t('urlRule')}
        error={error}
        hint={
          good && (
            <>
              <Icon
                name={unseen ? 'triangle' : check.loopback ? 'info' : 'check'}
                tone={unseen ? 'warn' : check.loopback ? 'idle' : 'ok'}
              />
              <span>{t(unseen ? 'urlUnseen' : check.loopback ? 'urlLoopback' : 'urlOk')}</span>
            </>
          )
        }
        type="url"
        inputMode="url"
        mono
        placeholder="https://"
        autoFocus
        value={value}
        onChange={onChange}
        onBlur={onBlur}
      />
      {near !== undefined && alike !== null && (
        <Callout tone="warn" role="alert" title={t('nearTitle', { url: alike })}>
          <CheckLine checked={near.value} onChange={(event) => near.onChange(event.target.checked)}>
            {t('nearMeant')}
            {near.error !== null && <small className="block text-xs text-danger-ink">{near.error}</small>}
          </CheckLine>
        </Callout>
      )}
    </>
  );
}

type Step = 'address' | 'review' | 'secret' | 'ownership';

/** Steps of a registration; the ownership step only if the provider checks it. */
export function RegisterSteps({ current, checksOwnership }: { current: Step; checksOwnership: boolean }) {
  const t = useTranslations('webhooks.form.steps');
  const steps: Step[] = ['address', 'review', 'secret', ...(checksOwnership ? (['ownership'] as const) : [])];
  return (
    <SheetSteps label={t('label')} current={current} steps={steps.map((id) => ({ id, title: t(id) }))} />
  );
}
