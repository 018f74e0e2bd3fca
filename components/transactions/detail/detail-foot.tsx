'use client';

import { ResendButton } from '#components/resends/resend-button.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { badgesOf } from '#lib/transactions/detail-rules.ts';
import { MoneyActions } from './money-actions.tsx';
import type { Detail } from './use-detail.ts';

type Props = { state: Detail; id: string; name: string };

/** Most urgent action on this transaction: sends its notice again, when the last one failed. */
export function DetailFoot({ state, id, name }: Props) {
  const mayResend = useMayResend();
  const failed =
    state.data !== undefined && badgesOf(state.data).some(({ kind }) => kind === 'delivery-failed');
  const transaction = state.data?.transaction;
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {mayResend && <ResendButton transactionId={id} name={name} needed={failed} />}
      {transaction && <MoneyActions transaction={transaction} />}
    </span>
  );
}
