'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { AskForm } from '#components/forms/ask-sheet.tsx';
import { useSecondPerson } from '#components/operations/use-second-person.ts';
import { Segments } from '#components/ui/segments.tsx';
import { formatBrl } from '#lib/money.ts';
import { readWithdrawal, withdrawalBounds } from '#lib/payments/withdrawal-form.ts';
import { AmountField, typed } from '../../forms/amount-field.tsx';
import { AskMore } from '../fields/optional-fields.tsx';
import { useAmountHint } from '../fields/use-amount-hint.tsx';
import { ReceiverPart } from './receiver-part.tsx';
import type { Withdrawal } from './use-withdrawal.ts';

/** To whom and how much; dashed until it is asked. During the last look it stands still. */
export function WithdrawalForm({ id, withdrawal }: { id: string; withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, reviewing, review } = withdrawal;
  return (
    <AskForm id={id} title={t('newTitle')} blocked="withdrawals" still={reviewing} onSubmit={review}>
      <Segments
        label={t('way')}
        value={values.way}
        disabled={reviewing}
        onChange={(way) => set({ way })}
        options={[
          { value: 'key', label: t('byKey') },
          { value: 'code', label: t('byCode') },
        ]}
      />
      <ReceiverPart withdrawal={withdrawal} />
      <Amount withdrawal={withdrawal} />
      <More withdrawal={withdrawal} />
    </AskForm>
  );
}

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, form, cents, room, busy } = withdrawal;
  const { fixed } = readWithdrawal(values, form.facts);
  const { error } = form.at('amount');
  const second = useSecondPerson(cents);
  const hint = useAmountHint(cents, room.most, second.hint);
  return (
    <AmountField
      value={fixed && cents !== null ? typed(cents) : values.amount}
      disabled={fixed}
      bounds={withdrawalBounds(form.facts)}
      rule={
        fixed
          ? t('fixedByCode')
          : room.limit !== null && room.most !== null && t('upToLimit', { amount: formatBrl(room.most) })
      }
      most={fixed ? null : room.most}
      onChange={(amount) => set({ amount })}
      // Only the code knows its amount: while it is read nothing is missing yet.
      error={values.way === 'code' && busy ? null : error}
      hint={hint}
    />
  );
}

function More({ withdrawal: { form, set } }: { withdrawal: Withdrawal }) {
  const hub = useSession().account.kind === 'hub';
  const at = (name: 'reference' | 'description' | 'callbackUrl' | 'metadata') => ({
    ...form.at(name),
    onChange: (text: string) => set({ [name]: text }),
  });
  return <AskMore at={at} metadata={hub} />;
}
