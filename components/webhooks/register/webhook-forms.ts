import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { EventSet } from '#lib/webhooks/events.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { checkUrl, nearAddress } from '#lib/webhooks/url-rules.ts';
import { type Choice, choiceFault, eventsOf } from './event-choice.tsx';

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
const meant = (near: boolean) => (near ? { nearDuplicate: true } : {});

export const newWebhookForm: FormDescription<NewWebhook, Facts, Body<'POST /webhooks'>> = {
  blank: { where: 'own', url: '', near: false, events: every, secret: true },
  fields: {
    where: { kind: 'choice', of: ['own', 'receiver'] },
    url: {
      kind: 'own',
      paste: 'address',
      early: 1,
      when: ({ where }) => where === 'own',
      fault: (url, _, { registered }) => checkUrl(url, registered).fault,
    },
    near: {
      kind: 'own',
      wire: ['nearDuplicate'],
      when: ({ where, url }, { registered }) => where === 'own' && nearAddress(url, registered) !== null,
      fault: (near) => (near ? null : 'near_duplicate'),
    },
    events: { kind: 'own', fault: (events, _, { set }) => choiceFault(events, set) },
    secret: { kind: 'check', wire: ['generateSecret'] },
  },
  body({ where, url, near, events, secret }, { set }) {
    if (where === 'receiver') return { receiver: true, events: eventsOf(events, set) };
    return { url, events: eventsOf(events, set), generateSecret: secret, ...meant(near) };
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
      fault: (id) => (id === '' ? 'empty' : null),
    },
    url: { kind: 'own', paste: 'address', early: 1, fault: (url) => checkUrl(url, []).fault },
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
  fields: {
    url: {
      kind: 'own',
      paste: 'address',
      early: 0,
      fault: (url, _, { registered }) => checkUrl(url, registered).fault,
    },
    near: {
      kind: 'own',
      wire: ['nearDuplicate'],
      when: ({ url }, { registered }) => nearAddress(url, registered) !== null,
      fault: (near) => (near ? null : 'near_duplicate'),
    },
    events: { kind: 'own', fault: (events, _, { set }) => choiceFault(events, set) },
  },
  body({ url, near, events }, { row, set }) {
    const next = eventsOf(events, set);
    const same = next.length === row.events.length && next.every((event) => row.events.includes(event));
    return { ...(url === row.url ? {} : { url, ...meant(near) }), ...(same ? {} : { events: next }) };
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
      fault: ({ length }) => (length < 8 ? 'short' : null),
    },
  },
  body: (values) => values,
};
