'use client';

import { useTranslations } from 'next-intl';
import { PersonalFacts, type Reveal, usePartyWords } from '#components/app-shell/reveal.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import type { Party, Transaction } from '#lib/providers/records.ts';
import { sideOf } from '#lib/transactions/rules.ts';

/** Payer and receiver; masked until their data is asked for. */
export function DetailParties({ transaction, reveal }: { transaction: Transaction; reveal: Reveal }) {
  const t = useTranslations('transactions.detail.parties');
  const words = usePartyWords();
  const { payer, receiver, generatedName: name, generatedDocument: document } = transaction;
  const side = sideOf(transaction);
  const linked = (party: Party) => (shown: string) => (
    <CustomerLink of={{ transactionId: transaction.id }} document={party.document}>
      {shown}
    </CustomerLink>
  );
  const none = <span className="text-ink-3">{t('none')}</span>;
  return (
    <PersonalFacts
      title={t('title')}
      reveal={reveal}
      of={[
        { label: t('payer'), value: words(payer, side === 'in' ? linked(payer) : undefined) ?? none },
        {
          label: t('receiver'),
          value: words(receiver, side === 'out' ? linked(receiver) : undefined) ?? none,
        },
        { label: t('madeOutTo'), value: words({ name, document }) },
      ]}
    />
  );
}
