import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { NextIntlClientProvider } from 'next-intl';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { createElement, type ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CommandProvider } from '#components/app-shell/command-context.tsx';
import { SessionProvider } from '#components/app-shell/session.tsx';
import { type StepUp, StepUpContext } from '#components/app-shell/step-up-context.ts';
import { PixKeysPanel } from '#components/payments/keys/pix-keys-panel.tsx';
import { ReportsView } from '#components/reports/reports-view.tsx';
import { WebhooksView } from '#components/webhooks/webhooks-view.tsx';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { pixKeysOptions } from '#lib/payments/queries.ts';
import { listPixKeys } from '#lib/payments/server/pix-key-operation.ts';
import { withMoney } from '#lib/payments/server/testing/bench.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { ReportQuery } from '#lib/reports/contract.ts';
import { reportsOptions } from '#lib/reports/queries.ts';
import { listReports } from '#lib/reports/server/list-reports.ts';
import type { Session } from '#lib/session/contract.ts';
import { webhooksOptions } from '#lib/webhooks/queries.ts';
import { listWebhooks } from '#lib/webhooks/server/list-webhooks.ts';

/** From the bytes of a service to the text on a page: what of a list could not be read. */

const account = {
  ...{ slug: 'a', name: 'A', kind: 'pix', environment: 'sandbox', grants: [], permissions: [] },
  capabilities: ['webhooks', 'reports', 'pix-keys'],
};
const SESSION = {
  ...{ operator: { id: 'marina', name: 'Marina' }, proofs: ['password'], preferences: {} },
  permissions: [],
  accounts: [account],
} as unknown as Session;
const NO_PROOF: StepUp = {
  isDue: () => false,
  prove: () => Promise.resolve(),
  withProof: (run) => run(),
  elsewhere: null,
};

const bench = withMoney();
const provider = testProvider();
const AT = '2026-11-19T12:00:00.000Z';

const hubPort = (answer: unknown) => hubOver([ok(answer)]).port;
function pixPort(answer: unknown) {
  provider.acts = [json(200, answer)];
  return portTo(provider.base).port as unknown as ProviderPort;
}
const ctxOn = (port: ProviderPort) => ({ ...bench().context(), ...reachFor(port) });

/** Text of a page once its data was read; `seed` fills the query cache. */
async function pageOf(page: () => ReactNode, seed: (client: QueryClient) => void): Promise<string> {
  const client = new QueryClient();
  seed(client);
  const proven = createElement(StepUpContext, { value: NO_PROOF }, createElement(page));
  const proved = { children: proven };
  const ours = {
    session: SESSION,
    account: 'a',
    children: createElement(CommandProvider, null, createElement(NuqsTestingAdapter, proved)),
  };
  const children = createElement(SessionProvider, ours);
  const props = { locale: 'pt-BR', timeZone: 'America/Sao_Paulo', messages: MESSAGES['pt-BR'], children };
  const within = createElement(
    AppRouterContext,
    { value: {} as never },
    createElement(
      SearchParamsContext,
      { value: new URLSearchParams() },
      createElement(NextIntlClientProvider, props),
    ),
  );
  const drawn = await renderToReadableStream(createElement(QueryClientProvider, { client }, within));
  await drawn.allReady;
  return (await new Response(drawn).text()).replace(/<[^>]*>/g, '');
}

test('R1: the list of endpoints says which rows could not be read', async () => {
  const answer = { data: [{ id: 'w1', url: 'https://a.example' }, { id: 'w2' }, { active: true }, 'x'] };
  for (const port of [hubPort(answer), pixPort(answer)]) {
    const list = await listWebhooks({ ctx: ctxOn(port) });
    expect(list).toMatchObject({ total: 3, unread: { rows: 3, fields: ['id', 'row', 'url'] } });
    const text = await pageOf(WebhooksView, (client) =>
      client.setQueryData(webhooksOptions('a').queryKey, list as never),
    );
    expect(text).toContain('3 linhas não puderam ser lidas por inteiro: id, a linha, endereço');
    expect(text).toContain('https://a.example');
  }
});

test('R1: the list of Pix keys says which rows could not be read', async () => {
  const answer = { data: [{ id: 'k1', key: 'ana@b.example' }, { id: 'k2' }, { status: 'ACTIVE' }, 7] };
  const list = await listPixKeys({ ctx: ctxOn(hubPort(answer)) });
  expect(list).toMatchObject({ unread: { rows: 3, fields: ['id', 'pixKey', 'row'] } });
  const text = await pageOf(PixKeysPanel, (client) =>
    client.setQueryData(pixKeysOptions('a').queryKey, list as never),
  );
  expect(text).toContain('3 linhas não puderam ser lidas por inteiro: id, chave, a linha');
});

test('R1: the list of reports says which rows could not be read', async () => {
  const answer = {
    reports: [{ id: 'r1', status: 'READY', createdAt: AT }, { id: 'r2', status: 'READY' }, null],
    total: 3,
  };
  const ctx = ctxOn(pixPort(answer));
  const list = await listReports({ ctx, query: ReportQuery.parse({}) });
  expect(list).toMatchObject({ total: 3, unread: { rows: 2, fields: ['date', 'row'] } });
  const text = await pageOf(ReportsView, (client) =>
    client.setQueryData(reportsOptions('a').queryKey, { pages: [list], pageParams: [null] } as never),
  );
  expect(text).toContain('2 linhas não puderam ser lidas por inteiro: data, a linha');
});
