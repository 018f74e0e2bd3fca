import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { transactionStatusKind } from '#components/ui/status.tsx';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import { MessagesProvider } from './providers.tsx';

const WORDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('A10: words from outside', () => {
  it.each(WORDS)('%s is no message in the browser either', (word) => {
    const Asking = () => String(useTranslations('common.status').has(word as 'ERROR'));
    const given: ComponentProps<typeof MessagesProvider> = { messages: {}, children: createElement(Asking) };
    const children = createElement(MessagesProvider, given);
    const outer = { locale: 'en', timeZone: 'America/Sao_Paulo', messages: MESSAGES.en, children };
    expect(renderToString(createElement(NextIntlClientProvider, outer))).toBe('false');
  });

  it.each(WORDS)('%s has the shape of what is unknown', (word) => {
    expect(transactionStatusKind(word)).toBe('unknown');
  });
});
