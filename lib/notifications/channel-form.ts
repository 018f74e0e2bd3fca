import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { Channel } from '#lib/notifications/queries.ts';
import { checkUrl } from '#lib/webhooks/url-rules.ts';

type Body = InputOf<Endpoints['PUT /api/settings/notifications'], 'body'>;
type Values = { name: string; form: string; url: string; secret: string; locale: string };
/** Every channel, and the one that is changed; null: a new one. */
type Facts = { channels: readonly Channel[]; of: Channel | null };

const MOST_CHANNELS = 20;
/** It may stand at any place, a new one behind the others. */
const wireOf = (member: string) =>
  Array.from({ length: MOST_CHANNELS }, (_, place) => `channels.${place}.${member}`);
/** Whether an address of this network may be used is the server's setting. */
const formFault = (url: string) => {
  const { fault } = checkUrl(url, []);
  return fault === 'not_https' || fault === 'not_public' ? null : fault;
};
const required = (text: string) => (text.trim() === '' ? 'required' : null);

/** Existing webhooks without their addresses and secrets: the server does not tell these, and keeps them. */
export const keptChannels = (channels: readonly Channel[]) =>
  channels
    .filter(({ from }) => from === 'settings')
    .map(({ id, name, form, locale }) => ({
      id,
      name: name ?? '',
      form: form ?? 'signed',
      locale: locale ?? 'pt-BR',
    }));

/** Its address and its secret are told to nobody: left empty, they stay. */
export const typedChannel = ({ name, form, locale }: Channel): Values => ({
  ...channelForm.blank,
  name: name ?? '',
  form: form ?? 'signed',
  locale: locale ?? 'pt-BR',
});

/** A new webhook beside those that are there, or another state of one of them. */
export const channelForm: FormDescription<Values, Facts, Body> = {
  blank: { name: '', form: 'signed', url: '', secret: '', locale: 'pt-BR' },
  fields: {
    name: { kind: 'text', most: 60, fault: required, wire: wireOf('name') },
    form: { kind: 'choice', of: ['signed', 'chat'] },
    // A chat's address is its secret too.
    url: {
      kind: 'text',
      most: 2048,
      type: 'url',
      mono: true,
      wire: wireOf('url'),
      paste: 'address',
      secret: true,
      fault: (url, _, { of }) => (url === '' ? (of === null ? 'required' : null) : formFault(url)),
    },
    secret: {
      kind: 'text',
      secret: true,
      most: 200,
      mono: true,
      wire: wireOf('secret'),
      when: ({ form }) => form === 'signed',
      fault: (text, _, { of }) =>
        text.length < 16 && !(text === '' && of?.form === 'signed') ? 'short' : null,
    },
    locale: { kind: 'choice', of: ['pt-BR', 'en'] },
  },
  body: (values, { channels, of }) => {
    const kept = keptChannels(channels);
    if (of === null) return { channels: [...kept, wireIn(values)] };
    return { channels: kept.map((one) => (one.id === of.id ? { id: of.id, ...wireIn(values) } : one)) };
  },
};

const wireIn = ({ name, form, url, secret, locale }: Values) => ({
  name: name.trim(),
  form: form === 'chat' ? ('chat' as const) : ('signed' as const),
  locale: locale === 'en' ? ('en' as const) : ('pt-BR' as const),
  ...(url.trim() === '' ? {} : { url: url.trim() }),
  ...(form === 'chat' || secret === '' ? {} : { secret }),
});
