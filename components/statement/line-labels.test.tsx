import { useTranslations } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { sumsOf } from '#lib/statement/rules.ts';
import { useStatusLabels, useTypeLabels } from './line-labels.tsx';
import { useLineCount } from './totals-strip.tsx';

function textOf(locale: Locale, useText: () => string): string {
  const Text = () => useText();
  return shown(<Text />, { locale }).text;
}
const type = (locale: Locale, word: string) => textOf(locale, () => useTypeLabels().name(word));
const status = (locale: Locale, word: string) => textOf(locale, () => useStatusLabels()(word));

describe('U10: a statement has labels for codes', () => {
  it.each([
    ['BANK_SLIP_DEPOSIT', 'Boleto pago', 'Bank slip paid'],
    ['PAYMENT', 'Cobrança paga', 'Charge paid'],
    ['AUTO_WITHDRAW', 'Saque automático', 'Automatic withdrawal'],
    ['ADJUSTMENT', 'Ajuste', 'Adjustment'],
    ['BLOCK', 'Bloqueio', 'Block'],
    ['RELEASE', 'Liberação', 'Release'],
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
  it('an unknown word is shown as the service wrote it, with its reading', () => {
    expect(type('pt-BR', 'PIX_CASHOUT_REVERSED_V2')).toBe('PIX_CASHOUT_REVERSED_V2 (Saque de volta)');
    expect(type('en', 'boletoPaymentReceived')).toBe('boletoPaymentReceived (Money received)');
    expect(type('pt-BR', 'DAILY_SWEEP')).toBe('DAILY_SWEEP (Envio automático)');
    expect(type('en', 'JUDICIAL_BLOCK')).toBe('JUDICIAL_BLOCK (Block)');
    expect(status('pt-BR', 'AWAITING_REVIEW_X')).toBe('AWAITING_REVIEW_X (Pendente)');
    expect(type('pt-BR', 'ZZZ')).toBe('ZZZ, palavra do serviço');
  });
  it('sums show of how many lines they are, where they are a part', () => {
    const read = (locale: Locale, total: string) =>
      textOf(locale, () => useTranslations('statement.totals')('reading', { count: 1_300, total }));
    expect(read('pt-BR', '8.420')).toBe('lendo… 1.300 de 8.420 linhas');
    expect(read('en', '8,420')).toBe('reading… 1,300 of 8,420 lines');
    expect(read('en', 'none')).toBe('reading… 1,300 lines');
  });
  it.each([
    [{ type: 'PIX_DEPOSIT' }, '1 lançamento', '1 entry'],
    [{ type: 'SERVICE_FEE' }, '1 tarifa', '1 fee'],
  ])('%o is counted as %s', (line, pt, en) => {
    const count = () => useLineCount()(sumsOf([line as StatementLine]));
    expect(textOf('pt-BR', count)).toBe(pt);
    expect(textOf('en', count)).toBe(en);
    expect(textOf('pt-BR', () => useLineCount()(sumsOf([])))).toBe('nenhum lançamento');
  });
});
