'use client';

import { useTranslations } from 'next-intl';
import { useBeside } from '#components/list/use-beside.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { useNewAction } from '../use-new-action.ts';
import { WithdrawalDesk } from './withdrawal-desk.tsx';

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
        {may && <WithdrawalDesk onOpen={beside.show} />}
        <OpenPanel kinds={KINDS_OF.withdrawals} beside={beside} />
        <PaymentsPanel page="withdrawals" beside={beside} mayAsk={may} />
      </div>
    </PaymentsFrame>
  );
}
