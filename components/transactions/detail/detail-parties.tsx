'use client';

import { useTranslations } from 'next-intl';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import type { Reveal } from '#components/shell/use-reveal.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import type { Party, Transaction } from '#lib/providers/records.ts';
import { DetailPart } from '../../ui/detail-part.tsx';

/** Payer and receiver; masked until their data is asked for. */
export function DetailParties({ transaction, reveal }: { transaction: Transaction; reveal: Reveal }) {
  const t = useTranslations('transactions.detail.parties');
  const { payer, receiver, generatedName, generatedDocument } = transaction;
  const madeOut = (generatedName ?? generatedDocument) !== null;
  return (
    <DetailPart title={t('title')} action={<RevealButton reveal={reveal} />}>
      <dl className="facts">
        <dt>{t('payer')}</dt>
        <PartyWords party={payer} />
        <dt>{t('receiver')}</dt>
        <PartyWords party={receiver} />
        {madeOut && (
          <>
            <dt>{t('madeOutTo')}</dt>
            <dd className="whitespace-normal">
              {generatedName}{' '}
              <span className="whitespace-nowrap text-ink-3">
                {generatedDocument && formatDocument(generatedDocument)}
              </span>
            </dd>
          </>
        )}
      </dl>
      <Revealed reveal={reveal} />
    </DetailPart>
  );
}

function PartyWords({ party }: { party: Party }) {
  const t = useTranslations('transactions.detail.parties');
  const { name, document, institutionName, institutionIspb, accountNumber } = party;
  const bank = institutionName ?? (institutionIspb === null ? null : t('ispb', { number: institutionIspb }));
  const account = accountNumber === null ? null : t('account', { number: accountNumber });
  const where = [bank, account].filter((part) => part !== null).join(' · ');
  if (name === null && document === null && where === '') return <dd className="text-ink-3">{t('none')}</dd>;
  return (
    <dd className="min-w-0 break-words whitespace-normal">
      {name}{' '}
      {document !== null && <span className="whitespace-nowrap text-ink-3">{formatDocument(document)}</span>}
      {where !== '' && (
        <span className="block text-ink-3" title={institutionIspb ?? undefined}>
          {where}
        </span>
      )}
    </dd>
  );
}
