'use client';

import { useTranslations } from 'next-intl';
import { formatBrl } from '#lib/money.ts';
import { useAsked } from '../list/use-payment-filters.ts';
import { MoneyDesk } from '../money-desk.tsx';
import { ReceiverFacts } from '../withdrawals/holder-card.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useTransfer } from './use-transfer.ts';

/** A transfer from its form to what became of it. */
export function TransferDesk({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslations('payments.transfers');
  const [sent, setSent] = useAsked();
  const transfer = useTransfer(setSent);
  const { cents, form, kind, byCode, found } = transfer;
  const receiver = form.values.receiver.trim();
  return (
    <MoneyDesk
      page="transfers"
      leaving={transfer}
      sent={sent}
      onSent={setSent}
      onOpen={onOpen}
      form={<TransferForm transfer={transfer} />}
      receiver={
        byCode ? (
          <ReceiverFacts receiver={found.receiver} sentTo={receiver} />
        ) : (
          <dl className="facts">
            <dt>{t(`receiver.${kind}`)}</dt>
            <dd className="mono break-all whitespace-normal">{receiver}</dd>
            <dt>{t('amount')}</dt>
            <dd>
              <b>{cents === null ? '–' : formatBrl(cents)}</b>
            </dd>
          </dl>
        )
      }
    />
  );
}
