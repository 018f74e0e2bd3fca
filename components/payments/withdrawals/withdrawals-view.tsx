'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { OpenPanel } from '../list/open-panel.tsx';
import { PaymentsPanel } from '../list/payments-panel.tsx';
import { useBeside } from '../list/use-payment-filters.ts';
import { MoneyDesk } from '../money-desk.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { PaymentsHead } from '../payments-head.tsx';
import { useNewAction } from '../use-new-action.ts';
import { ReceiverFacts } from './holder-card.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** New withdrawal with its last look, what is under way, and all of them. */
export function WithdrawalsView() {
  const t = useTranslations('payments.withdrawals');
  const may = useCan('withdraw');
  const beside = useBeside();
  useNewAction('withdrawals', may);
  return (
    <PaymentsFrame page="withdrawals" beside={beside}>
      <PaymentsHead page="withdrawals" title={t('title')} />
      <div className={`page ${styles.page}`}>
        {may && <Desk onOpen={beside.openPayment} />}
        <OpenPanel page="withdrawals" beside={beside} />
        <PaymentsPanel page="withdrawals" beside={beside} mayAsk={may} />
      </div>
    </PaymentsFrame>
  );
}

const FIELDS = [
  'amount',
  'pixKey',
  'pixKeyType',
  'key',
  'keyType',
  'code',
  'clientReference',
  'description',
  'callbackUrl',
];

function Desk({ onOpen }: { onOpen: (id: string) => void }) {
  const [sent, setSent] = useState<string | null>(null);
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
      fields={FIELDS}
    />
  );
}
