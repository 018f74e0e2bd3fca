'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import { AmountField } from '../fields/amount-field.tsx';
import { CallbackField, DescriptionField, ReferenceField } from '../fields/later-fields.tsx';
import { PlainField } from '../fields/plain-field.tsx';
import { useAmountHint } from '../fields/use-amount-hint.tsx';
import styles from '../payments.module.css';
import { focusFirstFault } from '../use-faults.ts';
import type { Transfer } from './use-transfer.ts';

const MOST_DESCRIPTION = 140;

/** To which account and how much; dashed until it is asked. During the last look it stands still. */
export function TransferForm({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { reviewing, review } = transfer;
  return (
    <Panel title={t('newTitle')} local note={<Badge local>{t('notAsked')}</Badge>}>
      <form
        noValidate
        aria-label={t('newTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          review();
          focusFirstFault(event.currentTarget);
        }}
      >
        <fieldset className={`form ${styles.fields}`} disabled={reviewing}>
          <Fields transfer={transfer} />
          {!reviewing && (
            <div className={`${styles.foot} border-t border-line pt-2`}>
              <span className="text-xs text-ink-3">{t('footNote')}</span>
              <Button type="submit" variant="main">
                {t('check')}
              </Button>
            </div>
          )}
        </fieldset>
      </form>
    </Panel>
  );
}

function Fields({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('payments.transfers');
  const { draft, judged, kind, room, tried, errorAt, rules } = transfer;
  const { values, set } = draft;
  const number = kind === 'account_number';
  const above = rules?.approvalAbove ?? null;
  const approval = above !== null && t('approvalAbove', { amount: formatBrl(above) });
  const hint = useAmountHint(judged.cents, room.most, approval);
  const early = tried || values.receiver.length >= 6;
  return (
    <>
      <PlainField
        label={t(`receiver.${kind}`)}
        rule={t(`receiverRule.${kind}`)}
        hint={t(`receiverHint.${kind}`)}
        inputMode={number ? 'numeric' : 'text'}
        mono
        maxLength={number ? 6 : 77}
        value={values.receiver}
        onChange={(receiver) => set({ receiver })}
        error={errorAt('receiver', early ? judged.faults.receiver : null)}
      />
      <AmountField
        value={values.amount}
        bounds={{ min: null, max: null }}
        rule={room.most !== null && t('upToBalance', { amount: formatBrl(room.most) })}
        most={room.most}
        onChange={(amount) => set({ amount })}
        error={errorAt('amount', tried || values.amount.length > 3 ? judged.faults.amount : null)}
        hint={hint}
      />
      <div className={styles.two}>
        <ReferenceField
          value={values.reference}
          onChange={(reference) => set({ reference })}
          error={errorAt('clientReference', null)}
        />
        <DescriptionField
          most={MOST_DESCRIPTION}
          value={values.description}
          onChange={(description) => set({ description })}
          error={errorAt('description', null)}
        />
      </div>
      <CallbackField
        value={values.callbackUrl}
        onChange={(callbackUrl) => set({ callbackUrl })}
        error={errorAt('callbackUrl', tried ? judged.faults.callbackUrl : null)}
      />
    </>
  );
}
