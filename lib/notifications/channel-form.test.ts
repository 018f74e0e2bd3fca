import { expect, test } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { channelForm, typedChannel } from './channel-form.ts';
import { NotificationChange } from './contract.ts';
import type { Channel } from './queries.ts';

const there = [
  { id: 'email', from: 'environment' },
  { id: 'c1', from: 'settings', name: '#financeiro', form: 'chat', locale: 'pt-BR' },
] as Channel[];
const typed = {
  name: ' Plantão ',
  form: 'signed',
  url: ' https://a.example/x ',
  secret: 'sixteen letters.',
  locale: 'en',
};

const fresh = { channels: there, of: null };
const none = { channels: [], of: null };

test('a new one is sent behind those that stay, which keep address and secret', () => {
  const body = channelForm.body(typed, fresh);
  expect(NotificationChange.parse(body)).toEqual({
    channels: [
      { id: 'c1', name: '#financeiro', form: 'chat', locale: 'pt-BR' },
      {
        name: 'Plantão',
        form: 'signed',
        locale: 'en',
        url: 'https://a.example/x',
        secret: 'sixteen letters.',
      },
    ],
  });
});

test('a chat room has no secret', () => {
  const body = NotificationChange.parse(channelForm.body({ ...typed, form: 'chat' }, none));
  expect(body.channels?.[0]).not.toHaveProperty('secret');
  expect(fieldErrorsIn(channelForm, { ...typed, form: 'chat', secret: '' }, none).size).toBe(0);
  expect([...fieldErrorsIn(channelForm, { ...typed, secret: 'short' }, none)]).toEqual([['secret', 'short']]);
});

const signed = { ...there[1], id: 'c2', name: 'Plantão', form: 'signed', host: 'a.example' } as Channel;

test('a changed one is sent in its place; an address and a secret left empty stay', () => {
  const facts = { channels: [...there, signed], of: signed };
  const values = { ...typedChannel(signed), name: 'Plantão da noite', locale: 'en' };
  expect([...fieldErrorsIn(channelForm, values, facts)]).toEqual([]);
  expect(NotificationChange.parse(channelForm.body(values, facts)).channels).toEqual([
    { id: 'c1', name: '#financeiro', form: 'chat', locale: 'pt-BR' },
    { id: 'c2', name: 'Plantão da noite', form: 'signed', locale: 'en' },
  ]);
  const moved = NotificationChange.parse(channelForm.body({ ...typed, name: 'x' }, facts)).channels;
  expect(moved?.[1]).toMatchObject({ id: 'c2', url: 'https://a.example/x', secret: 'sixteen letters.' });
});

test('a chat room that is to sign has no secret yet, and a short one is refused', () => {
  const chat = there[1] as Channel;
  const facts = { channels: there, of: chat };
  const values = { ...typedChannel(chat), form: 'signed' };
  expect([...fieldErrorsIn(channelForm, values, facts)]).toEqual([['secret', 'short']]);
  expect(fieldErrorsIn(channelForm, { ...values, secret: 'sixteen letters.' }, facts).size).toBe(0);
  expect([
    ...fieldErrorsIn(channelForm, { ...typedChannel(signed), secret: 'x' }, { ...facts, of: signed }),
  ]).toEqual([['secret', 'short']]);
});
