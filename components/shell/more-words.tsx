'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';

type Props = { words: Record<string, object>; children: ReactNode };

/** Adds words to those that the layouts outside have brought. */
export function MoreWords({ words, children }: Props) {
  const outer = useMessages();
  const messages = useMemo(() => ({ ...outer, ...words }), [outer, words]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
