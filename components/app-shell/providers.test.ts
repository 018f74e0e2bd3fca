import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { transactionStatusKind } from '#components/ui/status.tsx';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { MessagesProvider } from './providers.tsx';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('A10: words from outside', () => {
  it.each(NAMES)('%s is no message in the browser either', (name) => {
    const Reader = () => String(useTranslations('common.status').has(name as 'ERROR'));
    const props: ComponentProps<typeof MessagesProvider> = { messages: {}, children: createElement(Reader) };
    const children = createElement(MessagesProvider, props);
    const outer = { locale: 'en', timeZone: 'America/Sao_Paulo', messages: MESSAGES.en, children };
    expect(renderToString(createElement(NextIntlClientProvider, outer))).toBe('false');
  });

  it.each(NAMES)('%s has the shape of what is unknown', (name) => {
    expect(transactionStatusKind(name)).toBe('unknown');
  });
});
