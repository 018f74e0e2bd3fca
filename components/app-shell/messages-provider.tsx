'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { bareMessages } from '#lib/word-map.ts';

type Props = { messages: Record<string, object>; children: ReactNode };

/** Adds namespaces to those of the providers outside. Objects that the browser receives have a prototype; these lose it. */
export function MessagesProvider({ messages, children }: Props) {
  const outer = useMessages();
  const all = useMemo(() => bareMessages({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
