// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import { AssignMany } from './assignee.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PEOPLE = [
  { id: 'op', name: 'Ana' },
  { id: 'caio', name: 'Caio Fontes' },
];

function bar(fails: (id: string) => boolean = () => false) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const id = /disputes\/([^/]+)\/assignee/.exec(url)?.[1] ?? '';
    requests.push(`${id} ${JSON.parse(String(init.body)).operatorId}`);
    return fails(id)
      ? Response.json({ code: 'forbidden', title: 'Sem permissão' }, { status: 403 })
      : Response.json({ assignee: null });
  });
  const toast = vi.fn();
  render(placed(<AssignMany ids={['d1', 'd2', 'd3']} people={PEOPLE} />, { toast }).element);
  return { requests, toast };
}

test('one press takes all that are chosen', async () => {
  const user = userEvent.setup();
  const { requests, toast } = bar();
  await user.click(screen.getByRole('button', { name: 'Assumir 3 disputas' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('3 disputas: responsável você'));
  expect(requests).toEqual(['d1 op', 'd2 op', 'd3 op']);
});

test('a refusal ends it and shows how many were assigned', async () => {
  const user = userEvent.setup();
  const { requests, toast } = bar((id) => id === 'd2');
  await user.click(screen.getByRole('button', { name: 'Assumir 3 disputas' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.stringMatching(/^1 de 3 atribuídas/)));
  expect(requests).toEqual(['d1 op', 'd2 op']);
});

test('somebody of the team gets them from the menu', async () => {
  const user = userEvent.setup();
  const { requests } = bar();
  await user.click(screen.getByRole('button', { name: 'Atribuir a…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Caio Fontes' }));
  await waitFor(() => expect(requests).toEqual(['d1 caio', 'd2 caio', 'd3 caio']));
});
