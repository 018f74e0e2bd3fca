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
import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { type EventSet, isReserved, readEvents } from '#lib/webhooks/rules.ts';
import { checkUrl, similarAddress } from '#lib/webhooks/url-rules.ts';
import { useEventName, useEventSet } from '../event-labels.ts';
import { useAddressSeen } from '../use-webhooks.ts';

type Choice = { every: boolean; chosen: readonly string[] };

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

function choiceError({ every, chosen }: Choice, set: EventSet) {
  if (every) return null;
  if (chosen.length === 0) return 'eventsNone';
  return readEvents(chosen, set).nothing ? 'eventsReserved' : null;
}

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;
const every: Choice = { every: true, chosen: [] };

/** Registered addresses, and the events that this account's provider supports. */
type Facts = { registered: readonly (string | null)[]; set: EventSet };
export type NewWebhook = {
  where: 'own' | 'receiver';
  url: string;
  /** Confirms that an address nearly equal to a registered one is intended. */
  near: boolean;
  events: Choice;
  secret: boolean;
};

const hasSimilar = ({ url }: { url: string }, { registered }: Facts) =>
  similarAddress(url, registered) !== null;
const confirmed = (near: boolean) => (near ? { nearDuplicate: true } : {});
const fields = {
  url: {
    kind: 'own',
    paste: 'address',
    early: 1,
    validate: (url: string, _: unknown, { registered }: Facts) => checkUrl(url, registered).error,
  },
  near: {
    kind: 'own',
    wire: ['nearDuplicate'],
    when: hasSimilar,
    validate: (near: boolean) => (near ? null : 'near_duplicate'),
  },
  events: {
    kind: 'own',
    validate: (events: Choice, _: unknown, { set }: Facts) => choiceError(events, set),
  },
} as const;

export const newWebhookForm: FormDescription<NewWebhook, Facts, Body<'POST /webhooks'>> = {
  blank: { where: 'own', url: '', near: false, events: every, secret: true },
  fields: {
    where: { kind: 'choice', of: ['own', 'receiver'] },
    url: { ...fields.url, when: ({ where }) => where === 'own' },
    near: { ...fields.near, when: (draft, facts) => draft.where === 'own' && hasSimilar(draft, facts) },
    events: fields.events,
    secret: { kind: 'check', wire: ['generateSecret'] },
  },
  body({ where, url, near, events, secret }, { set }) {
    if (where === 'receiver') return { receiver: true, events: eventsOf(events, set) };
    return { url, events: eventsOf(events, set), generateSecret: secret, ...confirmed(near) };
  },
};

/** Form for an endpoint that exists at the provider but is missing from its list. */
export const existingWebhookForm: FormDescription<
  { existingId: string; url: string },
  null,
  Body<'POST /webhooks'>
> = {
  blank: { existingId: '', url: '' },
  fields: {
    existingId: {
      kind: 'text',
      paste: 'id',
      most: 128,
      mono: true,
      validate: (id) => (id === '' ? 'empty' : null),
    },
    url: { kind: 'own', paste: 'address', early: 1, validate: (url) => checkUrl(url, []).error },
  },
  body: (values) => values,
};

/** Form for an endpoint's address and events; only changes are sent. */
export const webhookForm: FormDescription<
  { url: string; near: boolean; events: Choice },
  Facts & { row: WebhookRow },
  Body<'PATCH /webhooks/{id}'>
> = {
  blank: { url: '', near: false, events: every },
  fields: { ...fields, url: { ...fields.url, early: 0 } },
  body({ url, near, events }, { row, set }) {
    const next = eventsOf(events, set);
    const same = next.length === row.events.length && next.every((event) => row.events.includes(event));
    return { ...(url === row.url ? {} : { url, ...confirmed(near) }), ...(same ? {} : { events: next }) };
  },
};

/** Form for a pasted secret that was issued elsewhere. */
export const pastedSecretForm: FormDescription<
  { secret: string },
  null,
  Body<'POST /webhooks/{id}/secret'>
> = {
  blank: { secret: '' },
  fields: {
    secret: {
      kind: 'own',
      paste: 'secret',
      secret: true,
      validate: ({ length }) => (length < 8 ? 'short' : null),
    },
  },
  body: (values) => values,
};

/** The events with their meaning; reserved ones are marked as never sent. */
export function EventChoice({ value, onChange }: { value: Choice; onChange: (next: Choice) => void }) {
  const t = useTranslations('webhooks.form');
  const eventTexts = useTranslations('webhooks.events');
  const name = useEventName();
  const set = useEventSet();
  const { every, chosen } = value;
  const error = choiceError(value, set);
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
          options={(['every', 'chosen'] as const).map((mode) => ({ value: mode, label: t(mode) }))}
        />
        {every && (
          <span className="text-xs text-ink-3">
            {t(set.emptyMeansAll ? 'everyDescription' : 'everyNow', { all })}
          </span>
        )}
      </div>
      <ul className="grid gap-0.5">
        {[...set.events, ...unknownEvents(chosen, set)].map((event) => (
          <li key={event} className="border-line border-b py-1 last:border-b-0">
            <CheckLine
              checked={every ? !isReserved(event) : chosen.includes(event)}
              disabled={every}
              title={event}
              onChange={(change) => toggle(event, change.target.checked)}
            >
              {name(event)} {isReserved(event) && <Badge>{t('reserved')}</Badge>}
              {eventTexts.has(`${event}.plain`) && !isReserved(event) && (
                <small className="block text-xs text-ink-3">
                  {eventTexts(`${event as 'INFRACTION_CHANGED'}.plain`)}
                </small>
              )}
            </CheckLine>
          </li>
        ))}
      </ul>
      {error && (
        <p className={fieldAnswer({ error: true })} role="status">
          <Icon name="octagon" tone="danger" />
          <span>{t(error)}</span>
        </p>
      )}
    </fieldset>
  );
}

const URL_ICONS = {
  urlUnseen: { name: 'triangle', tone: 'warn' },
  urlLoopback: { name: 'info', tone: 'idle' },
  urlOk: { name: 'check', tone: 'ok' },
} as const;

type UrlFieldProps = {
  value: string;
  onChange: (next: string) => void;
  /** Error message of the address. */
  error: string | null;
  registered: readonly (string | null)[];
  /** Confirms that an address nearly equal to a registered one is intended. */
  similar?: { value: boolean; onChange: (next: boolean) => void; error: string | null };
};

/** The address field: the rule is always visible, the check's result appears as soon as it is known. */
export function UrlField({ value, onChange, error, registered, similar }: UrlFieldProps) {
  const t = useTranslations('webhooks.form');
  const check = checkUrl(value, registered);
  const good = check.error === null && error === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  const registeredUrl = similar === undefined ? null : similarAddress(value, registered);
  const result = unseen ? 'urlUnseen' : check.loopback ? 'urlLoopback' : 'urlOk';
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
              <Icon {...URL_ICONS[result]} />
              <span>{t(result)}</span>
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
      {similar !== undefined && registeredUrl !== null && (
        <Callout tone="warn" role="alert" title={t('similarTitle', { url: registeredUrl })}>
          <CheckLine checked={similar.value} onChange={(event) => similar.onChange(event.target.checked)}>
            {t('similarConfirm')}
            {similar.error !== null && (
              <small className="block text-xs text-danger-ink">{similar.error}</small>
            )}
          </CheckLine>
        </Callout>
      )}
    </>
  );
}

const STEPS = ['address', 'review', 'secret', 'ownership'] as const;
type StepsProps = { current: (typeof STEPS)[number]; checksOwnership: boolean };

/** Steps of a registration; the ownership step only if the provider checks it. */
export function RegisterSteps({ current, checksOwnership }: StepsProps) {
  const t = useTranslations('webhooks.form.steps');
  const steps = STEPS.filter((id) => id !== 'ownership' || checksOwnership);
  return (
    <SheetSteps label={t('label')} current={current} steps={steps.map((id) => ({ id, title: t(id) }))} />
  );
}
