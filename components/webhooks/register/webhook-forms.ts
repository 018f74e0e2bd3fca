import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { FormDescription } from '#lib/form.ts';
import type { EventSet } from '#lib/webhooks/events.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { checkUrl } from '#lib/webhooks/url-rules.ts';
import { type Choice, choiceFault, eventsOf } from './event-choice.tsx';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;
const every: Choice = { every: true, chosen: [] };

/** Addresses that are registered already, and the events that this account's service knows. */
type Facts = { registered: readonly (string | null)[]; set: EventSet };
export type NewWebhook = { where: 'own' | 'receiver'; url: string; events: Choice; secret: boolean };

export const newWebhookForm: FormDescription<NewWebhook, Facts, Body<'POST /webhooks'>> = {
  blank: { where: 'own', url: '', events: every, secret: true },
  fields: {
    where: { kind: 'choice', of: ['own', 'receiver'] },
    url: {
      kind: 'own',
      paste: 'address',
      early: 1,
      when: ({ where }) => where === 'own',
      fault: (url, _, { registered }) => checkUrl(url, registered).fault,
    },
    events: { kind: 'own', fault: (events, _, { set }) => choiceFault(events, set) },
    secret: { kind: 'check', wire: ['generateSecret'] },
  },
  body({ where, url, events, secret }, { set }) {
    if (where === 'receiver') return { receiver: true, events: eventsOf(events, set) };
    return { url: url.trim(), events: eventsOf(events, set), generateSecret: secret };
  },
};

/** An endpoint that the provider has and its list does not tell. */
export const existingWebhookForm: FormDescription<
  { existingId: string; url: string },
  null,
  Body<'POST /webhooks'>
> = {
  blank: { existingId: '', url: '' },
  fields: {
    existingId: {
      ...{ kind: 'text', paste: 'id', most: 128, mono: true },
      fault: (id) => (id === '' ? 'empty' : null),
    },
    url: { kind: 'own', paste: 'address', early: 1, fault: (url) => checkUrl(url, []).fault },
  },
  body: ({ existingId, url }) => ({ existingId: existingId.trim(), url: url.trim() }),
};

/** Address and events of an endpoint; only what differs is sent. */
export const webhookForm: FormDescription<
  { url: string; events: Choice },
  Facts & { row: WebhookRow },
  Body<'PATCH /webhooks/{id}'>
> = {
  blank: { url: '', events: every },
  fields: {
    url: {
      ...{ kind: 'own', paste: 'address', early: 0 },
      fault: (url, _, { registered }) => checkUrl(url, registered).fault,
    },
    events: { kind: 'own', fault: (events, _, { set }) => choiceFault(events, set) },
  },
  body({ url, events }, { row, set }) {
    const next = eventsOf(events, set);
    const same = next.length === row.events.length && next.every((event) => row.events.includes(event));
    return { ...(url.trim() === row.url ? {} : { url: url.trim() }), ...(same ? {} : { events: next }) };
  },
};

/** A secret that was issued elsewhere, pasted. */
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
      fault: ({ length }) => (length < 8 ? 'short' : null),
    },
  },
  body: (values) => values,
};
