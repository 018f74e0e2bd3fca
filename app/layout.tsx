import './globals.css';
import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MoreWords } from '#components/shell/more-words.tsx';
import { asLocale } from '#lib/i18n/locales.ts';
import { wordsEverywhere } from '#lib/i18n/page-words.ts';
import { pageLook } from '#lib/session/server/page-look.ts';
import { IconSheet } from './icon-sheet.tsx';

export const metadata: Metadata = {
  title: { default: 'Guichê', template: '%s · Guichê' },
  robots: { index: false },
  icons: { icon: '/icon.svg' },
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

const NO_MORE = {};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [language, look] = await Promise.all([getLocale(), pageLook()]);
  const locale = asLocale(language);
  return (
    <html lang={locale} data-theme={look.theme} data-density={look.density}>
      <body>
        <IconSheet />
        <NextIntlClientProvider messages={wordsEverywhere(locale)}>
          <MoreWords words={NO_MORE}>{children}</MoreWords>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
