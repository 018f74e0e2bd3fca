// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { Report } from '#lib/reports/queries.ts';
import { DownloadReport } from './download-report.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const REPORT = { id: 'rep_1', from: '2026-11-18T03:00:00Z', to: '2026-11-19T03:00:00Z' } as Report;

/** Presses the button while the server answers with this. */
async function pressed(answer: () => Response) {
  const requests = vi.fn(async () => answer());
  vi.stubGlobal('fetch', requests);
  render(placed(<DownloadReport report={REPORT} offered />).element);
  await userEvent.click(screen.getByRole('button', { name: /^Baixar o relatório/ }));
  return requests;
}

const problem = (status: number, field: string, message: string) => () =>
  new Response(
    JSON.stringify({ status, code: 'provider_unavailable', title: 'x', fields: [{ field, message }] }),
    {
      status,
      headers: { 'content-type': 'application/problem+json' },
    },
  );
const cut = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('id;valor\n'));
        controller.error(new TypeError('terminated'));
      },
    }),
  );

test.each([
  [
    'a page in its place',
    problem(503, 'file', 'page'),
    'Veio uma página em vez do arquivo',
    /respondeu com uma página/,
  ],
  ['a store that refuses', problem(503, 'file', 'http_403'), 'Não foi possível baixar o arquivo', /http_403/],
  ['one that was removed', problem(410, 'report', 'expired'), /já foi removido/, /Peça o mesmo período/],
  ['one that is not ready', problem(422, 'report', 'not_ready'), /ainda não está pronto/, /ainda o prepara/],
  ['a download that breaks', cut, 'Não foi possível baixar o arquivo', /parou no meio/],
])('%s is told, and nothing is saved', async (_, answer, title, text) => {
  const save = vi.spyOn(URL, 'createObjectURL');
  await pressed(answer);
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(dialog.textContent).toMatch(text);
  expect(save).not.toHaveBeenCalled();
});

test('what may end otherwise is offered again, and asks once more', async () => {
  const requests = await pressed(problem(503, 'file', 'page'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Baixar' }));
  await waitFor(() => expect(requests).toHaveBeenCalledTimes(2));
});
