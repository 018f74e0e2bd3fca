'use client';

import { HydrationBoundary, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ToastProvider } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import type { PageState } from '#lib/api/prefetch-queries.ts';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { serverClock } from '#lib/core/clock.ts';
import { messagesWithoutPrototype } from '#lib/core/lookup-table.ts';
import { useSession } from './session.tsx';

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <ToastProvider>{children}</ToastProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}

type Props = { state: PageState | readonly PageState[]; children: ReactNode };

/** Hydrates the server's reads and failed reads once: a later refresh must not reset a scrolled table. */
export function PageHydration({ state, children }: Props) {
  const client = useQueryClient();
  const [read] = useState(() => {
    const states = [state].flat();
    for (const { queryKey, problem, at } of states.flatMap(({ refused }) => refused)) {
      const query = client.getQueryCache().build(client, { queryKey });
      // Data already on screen stays instead of the error.
      if (query.state.data !== undefined) continue;
      const error = new CallError(problem, new Date(at));
      query.setState({
        status: 'error',
        error,
        errorUpdatedAt: serverClock.toLocal(at),
        errorUpdateCount: 1,
      });
    }
    const queries = states.flatMap(({ read }) => read.queries).map(onLocalClock);
    return { mutations: [], queries };
  });
  return <HydrationBoundary state={read}>{children}</HydrationBoundary>;
}

type Dehydrated = PageState['read']['queries'][number];

/** React Query measures the age of data with this computer's clock. */
const onLocalClock = (query: Dehydrated): Dehydrated => ({
  ...query,
  state: { ...query.state, dataUpdatedAt: serverClock.toLocal(query.state.dataUpdatedAt) },
});

/** Stores the last opened account in a cookie; pages of all accounts show its side bar. */
export function StoreLastAccount() {
  const { slug } = useSession().account;
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent on plain http.
    document.cookie = `account=${slug}; path=/; samesite=lax; max-age=31536000`;
  }, [slug]);
  return null;
}

type MessagesProviderProps = { messages: Record<string, object>; children: ReactNode };

/** Adds message namespaces to those of outer providers, without the prototype of server objects. */
export function MessagesProvider({ messages, children }: MessagesProviderProps) {
  const outer = useMessages();
  const all = useMemo(() => messagesWithoutPrototype({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
