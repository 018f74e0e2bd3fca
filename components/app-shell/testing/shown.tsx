import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { NextIntlClientProvider } from 'next-intl';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ClockProvider } from '#components/ui/clock.tsx';
import { ToastContext } from '#components/ui/toast.tsx';
import { PERMISSIONS } from '#lib/auth/permissions.ts';
import { serverNow } from '#lib/core/clock.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import type { AccountSummary, Session } from '#lib/session/contract.ts';
import { CommandProvider } from '../command-context.tsx';
import { SessionProvider } from '../session.tsx';
import { StepUpProvider } from '../step-up.tsx';

type Known = { of: { queryKey: QueryKey } } & ({ data: unknown } | { error: Error });
type Choices = {
  locale?: Locale;
  known?: Known[];
  account?: Partial<AccountSummary>;
  session?: Partial<Session>;
  /** Search of the page's address. */
  search?: string;
  /** The server's time at which the page is drawn; without it, that of the test. */
  now?: string;
  /** Receives the text of each toast. */
  toast?: (text: string) => void;
};

const ACCOUNT: AccountSummary = {
  slug: 'pix',
  name: 'Aroeira',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  configured: true,
  capabilities: [],
  permissions: [...PERMISSIONS],
  roles: ['admin'],
};
/** Nobody presses anything here. */
const stay = () => undefined;
const ROUTER = {
  back: stay,
  forward: stay,
  refresh: stay,
  push: stay,
  replace: stay,
  prefetch: stay,
  bfcacheId: '',
};
const sessionOf = (account: AccountSummary): Session => ({
  operator: { id: 'op', name: 'Ana', email: 'ana@example.com' },
  accounts: [account],
  permissions: [...PERMISSIONS],
  preferences: {
    theme: 'system',
    language: 'pt-BR',
    density: 'compact',
    singleKeys: true,
    firstDay: [],
  },
  signOn: false,
  proofs: ['password'],
  stepUpUntil: null,
});

/** A node with the contexts of a page: for an administrator by default, with only these facts known. */
export function placed(
  node: ReactNode,
  { locale = 'pt-BR', known = [], account = {}, session = {}, search = '', now, toast = stay }: Choices = {},
) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  for (const one of known)
    if ('data' in one) client.setQueryData(one.of.queryKey, one.data);
    else
      client
        .getQueryCache()
        .build(client, one.of)
        .setState({ status: 'error', error: one.error, errorUpdatedAt: 1 });
  const whole = { ...ACCOUNT, ...account };
  const element = (
    <NextIntlClientProvider locale={locale} timeZone="America/Sao_Paulo" messages={MESSAGES[locale]}>
      <QueryClientProvider client={client}>
        <SessionProvider session={{ ...sessionOf(whole), ...session }} account={whole.slug}>
          <SearchParamsContext value={new URLSearchParams(search)}>
            <AppRouterContext value={ROUTER}>
              <StepUpProvider>
                <CommandProvider>
                  <NuqsTestingAdapter searchParams={search} hasMemory>
                    <ToastContext value={toast}>
                      <ClockProvider now={now === undefined ? serverNow() : Date.parse(now)}>
                        {node}
                      </ClockProvider>
                    </ToastContext>
                  </NuqsTestingAdapter>
                </CommandProvider>
              </StepUpProvider>
            </AppRouterContext>
          </SearchParamsContext>
        </SessionProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>
  );
  return { element, client };
}

/** Markup and visible text of such a node. */
export function shown(node: ReactNode, choices?: Choices) {
  const { element, client } = placed(node, choices);
  const markup = renderToStaticMarkup(element);
  client.clear();
  // Content of a span is one word with its neighbours, as an amount's reais and cents.
  const lines = markup.replace(/<\/?span\b[^>]*>/g, '').replace(/<[^>]+>/g, ' ');
  return { markup, text: lines.replace(/\s+/g, ' ').trim() };
}
