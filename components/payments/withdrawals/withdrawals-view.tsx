'use client';

import { useTranslations } from 'next-intl';
import { useDrawerRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { useCan } from '#components/shell/session-context.tsx';
import { Page } from '#components/ui/page.tsx';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ReceiverFacts } from '../check/last-look.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import { useAsked } from '../list/use-payment-filters.ts';
import { PaymentWorkspace } from '../payment-workspace.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { useNewAction } from '../use-new-action.ts';
import { StateSegments, WithdrawnToday } from './list-parts.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** New withdrawal with its last look, what is under way, and all of them. */
export function WithdrawalsView() {
  const t = useTranslations('payments.withdrawals');
  const may = useCan('withdraw');
  const route = useDrawerRoute();
  useNewAction('withdrawals', may);
  return (
    <PaymentsFrame page="withdrawals" route={route}>
      <PaymentsHead page="withdrawals" title={t('title')} />
      <Page layout="stack">
        {may && <WithdrawalWorkspace onOpen={route.show} />}
        <OpenPanel kinds={KINDS_OF.withdrawals} route={route} />
        <PaymentsPanel
          page="withdrawals"
          route={route}
          mayAsk={may}
          ways={(state) => <StateSegments state={state} />}
        >
          <WithdrawnToday />
        </PaymentsPanel>
      </Page>
    </PaymentsFrame>
  );
}

/** A withdrawal from its form to what became of it. */
function WithdrawalWorkspace({ onOpen }: { onOpen: (id: string) => void }) {
  const [sent, setSent] = useAsked();
  const withdrawal = useWithdrawal(setSent);
  const { receiver, values } = withdrawal;
  return (
    <PaymentWorkspace
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
