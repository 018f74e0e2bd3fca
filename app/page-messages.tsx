import type { Metadata } from 'next';
import { useLocale } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MessagesProvider } from '#components/app-shell/providers.tsx';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { pageMessages, type Segment } from '#lib/core/i18n/messages.ts';

/** Sends the page's message namespaces to the browser. */
export function PageMessages({ segment, children }: { segment: Segment; children: ReactNode }) {
  return (
    <MessagesProvider messages={pageMessages(asLocale(useLocale()), segment)}>{children}</MessagesProvider>
  );
}

type Params = Promise<{ id?: string; day?: string }>;

/** The record id, or the day, in the URL; empty where there is none. */
export async function recordOf(params: Params) {
  const { id, day } = await params;
  return decodeURIComponent(id ?? day ?? '');
}

/** Metadata with the title of this message key, which may contain the record as `{name}`. */
export const titleOf =
  (title: string) =>
  async ({ params }: { params: Params }): Promise<Metadata> => ({
    title: (await getTranslations())(title, { name: await recordOf(params) }),
  });
