import { expect, test } from 'vitest';
import { faultsIn } from '#lib/form.ts';
import { channelForm } from './channel-form.ts';
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

test('a new one is sent behind those that stay, which keep address and secret', () => {
  const body = channelForm.body(typed, there);
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
  const body = NotificationChange.parse(channelForm.body({ ...typed, form: 'chat' }, []));
  expect(body.channels?.[0]).not.toHaveProperty('secret');
  expect(faultsIn(channelForm, { ...typed, form: 'chat', secret: '' }, []).size).toBe(0);
  expect([...faultsIn(channelForm, { ...typed, secret: 'short' }, [])]).toEqual([['secret', 'short']]);
});
