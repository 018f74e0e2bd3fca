import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { FormDescription } from '#lib/form.ts';
import type { Channel } from '#lib/notifications/queries.ts';

type Body = InputOf<Endpoints['PUT /api/settings/notifications'], 'body'>;
type Values = { name: string; form: string; url: string; secret: string; locale: string };

const MOST_CHANNELS = 20;
/** A new one stands behind the others, however many there are. */
const wireOf = (member: string) =>
  Array.from({ length: MOST_CHANNELS }, (_, place) => `channels.${place}.${member}`);
const required = (text: string) => (text.trim() === '' ? 'required' : null);

/** Existing webhooks without their addresses and secrets: the server does not tell these, and keeps them. */
export const keptChannels = (channels: readonly Channel[]) =>
  channels
    .filter(({ from }) => from === 'settings')
    .map(({ id, name, form, locale }) => ({
      ...{ id, name: name ?? '', form: form ?? 'signed', locale: locale ?? 'pt-BR' },
    }));

/** A new webhook beside those that are there. */
export const channelForm: FormDescription<Values, readonly Channel[], Body> = {
  blank: { name: '', form: 'signed', url: '', secret: '', locale: 'pt-BR' },
  fields: {
    name: { kind: 'text', most: 60, fault: required, wire: wireOf('name') },
    form: { kind: 'choice', of: ['signed', 'chat'] },
    // A chat's address is its secret too.
    url: {
      ...{ kind: 'text', most: 2048, type: 'url', mono: true, wire: wireOf('url'), secret: true },
      fault: required,
    },
    secret: {
      ...{
        kind: 'text',
        secret: true,
        most: 200,
        mono: true,
        wire: wireOf('secret'),
        when: ({ form }) => form === 'signed',
      },
      fault: (text) => (text.length < 16 ? 'short' : null),
    },
    locale: { kind: 'choice', of: ['pt-BR', 'en'] },
  },
  body: ({ name, form, url, secret, locale }, channels) => ({
    channels: [
      ...keptChannels(channels),
      {
        ...{
          name: name.trim(),
          url: url.trim(),
          locale: locale === 'en' ? ('en' as const) : ('pt-BR' as const),
        },
        ...(form === 'signed' ? { form: 'signed' as const, secret } : { form: 'chat' as const }),
      },
    ],
  }),
};
