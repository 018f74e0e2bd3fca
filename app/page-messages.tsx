import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { MessagesProvider } from '#components/app-shell/providers.tsx';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { pageMessages, type Segment } from '#lib/core/i18n/page-namespaces.ts';

/** Sends the page's message namespaces to the browser. */
export function PageMessages({ segment, children }: { segment: Segment; children: ReactNode }) {
  return (
    <MessagesProvider messages={pageMessages(asLocale(useLocale()), segment)}>{children}</MessagesProvider>
  );
}
