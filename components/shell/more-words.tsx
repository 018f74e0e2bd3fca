'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { bareMessages } from '#lib/word-map.ts';

type Props = { words: Record<string, object>; children: ReactNode };

/** Adds words to those that the layouts outside have brought. On their way to the browser all have a prototype. */
export function MoreWords({ words, children }: Props) {
  const outer = useMessages();
  const messages = useMemo(() => bareMessages({ ...outer, ...words }), [outer, words]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
