'use client';

import { useTranslations } from 'next-intl';
import { PersonalFacts, type Reveal, usePartyWords } from '#components/app-shell/reveal.tsx';
import type { Transaction } from '#lib/providers/records.ts';

/** Payer and receiver; masked until their data is asked for. */
export function DetailParties({ transaction, reveal }: { transaction: Transaction; reveal: Reveal }) {
  const t = useTranslations('transactions.detail.parties');
  const words = usePartyWords();
  const { payer, receiver, generatedName: name, generatedDocument: document } = transaction;
  const none = <span className="text-ink-3">{t('none')}</span>;
  return (
    <PersonalFacts
      title={t('title')}
      reveal={reveal}
      of={[
        { label: t('payer'), value: words(payer) ?? none },
        { label: t('receiver'), value: words(receiver) ?? none },
        { label: t('madeOutTo'), value: words({ name, document }) },
      ]}
    />
  );
}
