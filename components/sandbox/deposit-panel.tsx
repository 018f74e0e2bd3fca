'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangeAnswer, useRefusal } from '#components/sandbox/change-answer.tsx';
import { FormEnd } from '#components/sandbox/form-end.tsx';
import { Button } from '#components/ui/button.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { formatBrl, parseTypedBrl } from '#lib/money.ts';
import { useSimulatorChange } from '#lib/simulator/queries.ts';

/** A Pix that comes to one of the account's keys without a charge: document 2's deposit. */
export function DepositPanel({ account }: { account: string }) {
  const t = useTranslations('sandbox.deposit');
  const [amount, setAmount] = useState('50,00');
  const [payer, setPayer] = useState('');
  const [wrong, setWrong] = useState(false);
  const deposit = useSimulatorChange(account, 'POST /simulator/pay');
  const refusal = useRefusal(deposit.error);
  const cents = parseTypedBrl(amount);
  const made = deposit.isSuccess ? deposit.variables?.amount : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sendable = cents !== null && cents > 0;
    setWrong(!sendable);
    if (sendable)
      deposit.mutate({ amount: cents, ...(payer.trim() === '' ? {} : { payerName: payer.trim() }) });
  };
  return (
    <Panel title={t('title')}>
      <form className="grid min-w-0 grid-cols-1 gap-3" onSubmit={submit} noValidate>
        <div className={FIELD_PAIR}>
          <PastedField
            paste="amount"
            label={t('amount')}
            error={wrong ? t('wrong') : refusal}
            unit="R$"
            inputMode="decimal"
            maxLength={16}
            value={amount}
            onChange={(next) => {
              setAmount(next);
              setWrong(false);
              deposit.reset();
            }}
          />
          <PlainField
            label={t('payer')}
            rule={t('payerRule')}
            maxLength={80}
            value={payer}
            onChange={setPayer}
          />
        </div>
        <FormEnd>
          <span className="text-xs text-ink-3">{t('hint')}</span>
          <Button type="submit" aria-disabled={deposit.isPending}>
            {cents !== null && cents > 0 ? t('make', { amount: formatBrl(cents) }) : t('makeAny')}
          </Button>
        </FormEnd>
      </form>
      <ChangeAnswer error={null} done={made === undefined ? null : t('done', { amount: formatBrl(made) })} />
    </Panel>
  );
}
