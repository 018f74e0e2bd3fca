// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { FilterState } from '#components/list/filters/use-list-filters.ts';
import { QueueSearch, searchOf } from './queue-view.tsx';

afterEach(cleanup);

test.each([
  ['Dalva Monteiro', { name: 'Dalva Monteiro' }],
  ['Loja 24 Horas', { name: 'Loja 24 Horas' }],
  [' MED-46120 ', { code: 'MED-46120' }],
  ['E00000000202610050000demo0000001', { code: 'E00000000202610050000demo0000001' }],
  ['529.982.247-25', { document: '52998224725' }],
  ['  ', null],
])('%s is searched as what it is', (typed, search) => expect(searchOf(typed)).toEqual(search));

function field(permissions?: ('read' | 'reveal')[]) {
  const state = { set: vi.fn(), store: vi.fn(async () => undefined) };
  const account = permissions === undefined ? {} : { permissions };
  render(placed(<QueueSearch state={state as unknown as FilterState} />, { account }).element);
  return { ...state, input: screen.getByRole('searchbox') };
}

test('a protocol goes into the address, a name into the server’s store, each in the other’s place', async () => {
  const user = userEvent.setup();
  const { input, set, store } = field();
  await user.type(input, 'MED-46120{Enter}');
  expect(set).toHaveBeenCalledWith({ code: 'MED-46120', f: null });
  await user.type(input, 'Dalva{Enter}');
  expect(store).toHaveBeenCalledWith({ document: null, name: 'Dalva' }, { code: null });
});

test('who may not see names sees a note, and may search by protocol', async () => {
  const user = userEvent.setup();
  const { input, store, set } = field(['read']);
  await user.type(input, 'Dalva{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('permissão');
  expect(store).not.toHaveBeenCalled();
  await user.clear(input);
  await user.type(input, 'MED-1{Enter}');
  expect(set).toHaveBeenCalledOnce();
});
