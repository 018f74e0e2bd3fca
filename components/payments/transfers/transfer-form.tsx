'use client';

import { useTranslations } from 'next-intl';
import { AskForm } from '#components/forms/ask-sheet.tsx';
import { useSecondPerson } from '#components/operations/use-second-person.ts';
import { formatBrl } from '#lib/money.ts';
import { codeAsSent, receiverPaste } from '#lib/payments/field-rules.ts';
import { MOST_CODE } from '#lib/payments/rules.ts';
import { AmountField, typed } from '../../forms/amount-field.tsx';
import { PastedField } from '../../ui/pasted-field.tsx';
import { AskMore } from '../fields/optional-fields.tsx';
import { useAmountHint } from '../fields/use-amount-hint.tsx';
import { faultsOf, useFaultLabels } from '../use-faults.ts';
import { FoundReceiver } from '../withdrawals/found-receiver.tsx';
import type { Transfer } from './use-transfer.ts';

/** To which account and how much; dashed until it is asked. During the last look it stands still. */
export function TransferForm({ id, transfer }: { id: string; transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { reviewing, review } = transfer;
  return (
    <AskForm id={id} title={t('newTitle')} blocked="transfers" still={reviewing} onSubmit={review}>
      <Fields transfer={transfer} />
    </AskForm>
  );
}

function Fields({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { kind, byCode, found, form, room, cents, fixed, at } = transfer;
  const number = kind === 'account_number';
  const second = useSecondPerson(cents);
  const hint = useAmountHint(cents, room.most, second.hint);
  const amount = at('amount');
  const upTo = room.most !== null && t('upToBalance', { amount: formatBrl(room.most) });
  // The look-up of a code puts its fault at the code.
  const looked = useFaultLabels()(faultsOf(byCode ? found.refused : null).get('code') ?? null);
  return (
    <>
      <PastedField
        {...at('receiver')}
        paste={receiverPaste}
        error={at('receiver').error ?? looked}
        label={t(`receiver.${kind}`)}
        rule={t(`receiverRule.${kind}`)}
        hint={byCode ? t('codeHint') : t(`receiverHint.${kind}`)}
        inputMode={number ? 'numeric' : 'text'}
        mono
        maxLength={number ? 9 : MOST_CODE}
        onPaste={(event) => {
          // A field of one line loses the line breaks, of which one may stand for a blank of the code.
          const text = event.clipboardData.getData('text');
          if (number || receiverPaste(text) !== 'code') return;
          event.preventDefault();
          at('receiver').onChange(codeAsSent(text));
        }}
      />
      {byCode && <FoundReceiver found={found} faulty={form.faults.has('receiver')} tried={form.tried} />}
      <AmountField
        {...amount}
        value={fixed && cents !== null ? typed(cents) : amount.value}
        disabled={fixed}
        bounds={{ min: null, max: null }}
        rule={fixed ? t('fixedByCode') : upTo}
        most={fixed ? null : room.most}
        hint={hint}
      />
      <AskMore at={at} metadata={kind === 'pix_key'} />
    </>
  );
}
