import './globals.css';
import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MessagesProvider } from '#components/app-shell/providers.tsx';
import { ClockProvider } from '#components/ui/clock.tsx';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { sharedMessages } from '#lib/core/i18n/messages.ts';
import { pageStyle } from '#lib/session/server/get-session.ts';
import { inter, interExt, jetbrainsMono } from './fonts.ts';

export const metadata: Metadata = {
  title: { default: 'Guichê', template: '%s · Guichê' },
  robots: { index: false },
  icons: { icon: '/icon.svg' },
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

const FONTS = [inter, interExt, jetbrainsMono].map(({ variable }) => variable).join(' ');

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [language, style] = await Promise.all([getLocale(), pageStyle()]);
  const locale = asLocale(language);
  return (
    <html lang={locale} className={FONTS} data-theme={style.theme} data-density={style.density}>
      <body>
        <ClockProvider now={style.now}>
          <NextIntlClientProvider messages={{}}>
            <MessagesProvider messages={sharedMessages(locale)}>{children}</MessagesProvider>
          </NextIntlClientProvider>
        </ClockProvider>
      </body>
    </html>
  );
}
