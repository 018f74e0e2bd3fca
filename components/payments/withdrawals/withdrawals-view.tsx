'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { formatBrl } from '#lib/money.ts';
import { CheckPanel } from '../check/check-panel.tsx';
import { OpenPanel } from '../list/open-panel.tsx';
import { PaymentsPanel } from '../list/payments-panel.tsx';
import { useBeside } from '../list/use-payment-filters.ts';
import { Outcome } from '../outcome.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { Refused } from '../refused.tsx';
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
      <PageHead title={t('title')} />
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
  const t = useTranslations('payments.withdrawals');
  const [sent, setSent] = useState<string | null>(null);
  const withdrawal = useWithdrawal(setSent);
  const { judged, money, receiver, values, draft, reviewing } = withdrawal;
  const { form, again, problem } = money;
  if (sent !== null)
    return (
      <Outcome
        key={sent}
        operationId={sent}
        page="withdrawals"
        title={t('resultTitle')}
        newLabel={t('another')}
        onRepeated={setSent}
        onNew={() => setSent(null)}
        onRestore={
          draft.previous === null
            ? undefined
            : () => {
                draft.restore();
                setSent(null);
              }
        }
        onOpen={onOpen}
      />
    );
  const twin = problem?.code === 'conflict' ? problem.operationId : undefined;
  return (
    <div className={styles.half} data-new-payment>
      <WithdrawalForm withdrawal={withdrawal} />
      <CheckPanel
        room={withdrawal.room}
        cents={judged.cents}
        reviewing={reviewing}
        receiver={
          <ReceiverFacts receiver={receiver} sentTo={values.way === 'key' ? values.key : values.code} />
        }
        form={form}
        ready={twin === undefined || again.despite === twin}
        refused={<Refused {...money} error={form.error} fields={FIELDS} onRepeated={setSent} twins />}
        approvalAbove={withdrawal.rules?.approvalAbove ?? null}
        label={judged.cents === null ? t('ask') : t('askAmount', { amount: formatBrl(judged.cents) })}
        onBack={withdrawal.back}
        onAsk={() => void form.submit()}
      />
    </div>
  );
}
