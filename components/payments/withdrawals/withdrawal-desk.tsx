'use client';

import { useAsked } from '../list/use-payment-filters.ts';
import { MoneyDesk } from '../money-desk.tsx';
import { ReceiverFacts } from './holder-card.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** A withdrawal from its form to what became of it. */
export function WithdrawalDesk({ onOpen }: { onOpen: (id: string) => void }) {
  const [sent, setSent] = useAsked();
  const withdrawal = useWithdrawal(setSent);
  const { receiver, values } = withdrawal;
  return (
    <MoneyDesk
      page="withdrawals"
      leaving={withdrawal}
      sent={sent}
      onSent={setSent}
      onOpen={onOpen}
      form={<WithdrawalForm withdrawal={withdrawal} />}
      receiver={
        <ReceiverFacts receiver={receiver} sentTo={values.way === 'key' ? values.key : values.code} />
      }
    />
  );
}
