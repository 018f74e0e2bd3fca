import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { ReferenceState } from './optional-fields.tsx';

const state = (takenBy: string | null | undefined, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<ReferenceState takenBy={takenBy} slug="pix" />, { locale });

test('U5: a reference is free among Guichê’s requests, or taken, with the way to the one that has it', () => {
  expect(state(null).text).toBe('livre nos pedidos do Guichê');
  expect(state(null, 'en').text).toBe('free among Guichê’s requests');
  expect(state('op_1').text).toBe('já usada: ver o pedido');
  expect(state('op_1', 'en').text).toBe('taken: see the request');
  expect(state('op_1').markup).toContain('href="/pix/operations/op_1"');
});

test('its line has its room before the answer comes, so that no button moves from under a press', () => {
  expect(state(undefined).markup).toContain('\u00a0');
});
