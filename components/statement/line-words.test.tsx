import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import enCommon from '../../messages/en/common.json' with { type: 'json' };
import enWords from '../../messages/en/line-words.json' with { type: 'json' };
import enStatement from '../../messages/en/statement.json' with { type: 'json' };
import ptCommon from '../../messages/pt-BR/common.json' with { type: 'json' };
import ptWords from '../../messages/pt-BR/line-words.json' with { type: 'json' };
import ptStatement from '../../messages/pt-BR/statement.json' with { type: 'json' };
import { useStatusWords, useTypeWords } from './line-words.ts';

const MESSAGES = {
  'pt-BR': { common: ptCommon, 'line-words': ptWords, statement: ptStatement },
  en: { common: enCommon, 'line-words': enWords, statement: enStatement },
};
type Locale = keyof typeof MESSAGES;

function said(locale: Locale, Say: () => string): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} timeZone="America/Sao_Paulo" messages={MESSAGES[locale]}>
      <Say />
    </NextIntlClientProvider>,
  );
}
const type = (locale: Locale, word: string) => said(locale, () => useTypeWords().name(word));
const status = (locale: Locale, word: string) => said(locale, () => useStatusWords()(word));

describe('U10: a statement speaks in words', () => {
  it.each([
    ['BANK_SLIP_DEPOSIT', 'Boleto pago', 'Bank slip paid'],
    ['PAYMENT', 'Cobrança paga', 'Charge paid'],
  ])('%s', (word, pt, en) => {
    expect(type('pt-BR', word)).toBe(pt);
    expect(type('en', word)).toBe(en);
  });
  it.each([
    ['ACTIVE', 'Ativa', 'Active'],
    ['PROCESSING', 'Em processamento', 'Processing'],
  ])('%s', (word, pt, en) => {
    expect(status('pt-BR', word)).toBe(pt);
    expect(status('en', word)).toBe(en);
  });
  it('an unknown word is shown as the service wrote it, beside how it is read', () => {
    expect(type('pt-BR', 'PIX_CASHOUT_REVERSED_V2')).toBe('PIX_CASHOUT_REVERSED_V2 (Saque de volta)');
    expect(type('en', 'boletoPaymentReceived')).toBe('boletoPaymentReceived (Money received)');
    expect(status('pt-BR', 'AWAITING_REVIEW_X')).toBe('AWAITING_REVIEW_X (Pendente)');
    expect(type('pt-BR', 'ZZZ')).toBe('ZZZ, palavra do serviço');
  });
  it('sums say of how many lines and days they are, and that they are a part', () => {
    const read = (locale: Locale, total: string) =>
      said(locale, () =>
        useTranslations('statement.totals')('read', { count: 100, total, span: 'dom 22 nov' }),
      );
    expect(read('pt-BR', '842')).toBe('100 de 842 linhas, dom 22 nov: parte do período');
    expect(read('pt-BR', 'none')).toBe('100 linhas, dom 22 nov: parte do período');
    expect(read('en', 'none')).toBe('100 lines, dom 22 nov: part of the period');
  });
});
