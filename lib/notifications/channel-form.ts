import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { Channel } from '#lib/notifications/queries.ts';
import { checkUrl } from '#lib/webhooks/url-rules.ts';

type Body = InputOf<Endpoints['PUT /api/settings/notifications'], 'body'>;
type Values = { name: string; form: string; url: string; secret: string; locale: string };
/** All channels, and the one being changed (null: a new one). */
type Facts = { channels: readonly Channel[]; of: Channel | null };

const MOST_CHANNELS = 20;
/** Wire paths of a member at every possible index: a new channel comes last. */
const wireOf = (member: string) =>
  Array.from({ length: MOST_CHANNELS }, (_, place) => `channels.${place}.${member}`);
/** The server decides whether plain HTTP and private addresses are allowed, so the form accepts both. */
const urlError = (url: string) => {
  const { error } = checkUrl(url, []);
  return error === 'not_https' || error === 'not_public' ? null : error;
};
const required = (text: string) => (text.trim() === '' ? 'required' : null);

const shownOf = ({ name, form, locale }: Channel) => ({
  name: name ?? '',
  form: form ?? 'signed',
  locale: locale ?? 'pt-BR',
});

/** Existing webhooks without address and secret: the server never returns these and keeps the stored ones. */
export const existingChannels = (channels: readonly Channel[]) =>
  channels
    .filter(({ from }) => from === 'settings')
    .map((channel) => ({ id: channel.id, ...shownOf(channel) }));

/** Form values of a channel. Address and secret start empty; an empty field keeps the stored value. */
export const typedChannel = (channel: Channel): Values => ({ ...channelForm.blank, ...shownOf(channel) });

/** Adds a webhook to the existing ones, or changes one of them. */
export const channelForm: FormDescription<Values, Facts, Body> = {
  blank: { name: '', form: 'signed', url: '', secret: '', locale: 'pt-BR' },
  fields: {
    name: { kind: 'text', most: 60, validate: required, wire: wireOf('name') },
    form: { kind: 'choice', of: ['signed', 'chat'] },
    // The address of a chat webhook is also its secret.
    url: {
      kind: 'text',
      most: 2048,
      type: 'url',
      mono: true,
      wire: wireOf('url'),
      paste: 'address',
      secret: true,
      validate: (url, _, { of }) => (url === '' ? (of === null ? 'required' : null) : urlError(url)),
    },
    secret: {
      kind: 'text',
      secret: true,
      most: 200,
      mono: true,
      wire: wireOf('secret'),
      when: ({ form }) => form === 'signed',
      validate: (text, _, { of }) =>
        text.length < 16 && !(text === '' && of?.form === 'signed') ? 'short' : null,
    },
    locale: { kind: 'choice', of: ['pt-BR', 'en'] },
  },
  body: (values, { channels, of }) => {
    const existing = existingChannels(channels);
    if (of === null) return { channels: [...existing, wireIn(values)] };
    return { channels: existing.map((one) => (one.id === of.id ? { id: of.id, ...wireIn(values) } : one)) };
  },
};

const wireIn = ({ name, form, url, secret, locale }: Values) => ({
  name: name.trim(),
  form: form === 'chat' ? ('chat' as const) : ('signed' as const),
  locale: locale === 'en' ? ('en' as const) : ('pt-BR' as const),
  ...(url.trim() === '' ? {} : { url: url.trim() }),
  ...(form === 'chat' || secret === '' ? {} : { secret }),
});
