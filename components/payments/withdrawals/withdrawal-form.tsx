'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatBrl } from '#lib/money.ts';
import { AmountField, typed } from '../fields/amount-field.tsx';
import { CallbackField, DescriptionField, ReferenceField } from '../fields/later-fields.tsx';
import { useAmountHint } from '../fields/use-amount-hint.tsx';
import styles from '../payments.module.css';
import { focusFirstFault } from '../use-faults.ts';
import { ReceiverPart } from './receiver-part.tsx';
import type { Withdrawal } from './use-withdrawal.ts';

/** To whom and how much; dashed until it is asked. During the last look it stands still. */
export function WithdrawalForm({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { draft, values, reviewing, review } = withdrawal;
  return (
    <Panel
      title={t('newTitle')}
      local
      note={<Badge local>{t('notAsked')}</Badge>}
      action={
        <Segments
          label={t('way')}
          value={values.way}
          disabled={reviewing}
          onChange={(way) => draft.set({ way })}
          options={[
            { value: 'key', label: t('byKey') },
            { value: 'code', label: t('byCode') },
          ]}
        />
      }
    >
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
          <ReceiverPart withdrawal={withdrawal} />
          <Amount withdrawal={withdrawal} />
          <More withdrawal={withdrawal} />
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

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, draft, judged, asks, room, tried, errorAt, rules, receiving } = withdrawal;
  const reading = values.way === 'code' && receiving.busy;
  const above = rules?.approvalAbove ?? null;
  const { fixed } = judged;
  const approval = above !== null && t('approvalAbove', { amount: formatBrl(above) });
  const hint = useAmountHint(judged.cents, room.most, approval);
  return (
    <AmountField
      value={fixed && asks?.amount != null ? typed(asks.amount) : values.amount}
      disabled={fixed}
      bounds={judged.bounds}
      rule={
        fixed
          ? t('fixedByCode')
          : room.limit !== null && room.most !== null && t('upToLimit', { amount: formatBrl(room.most) })
      }
      most={fixed ? null : room.most}
      onChange={(amount) => draft.set({ amount })}
      error={errorAt(
        ['amount'],
        !reading && (tried || values.amount.length > 3) ? judged.faults.amount : null,
      )}
      hint={hint}
    />
  );
}

function More({ withdrawal }: { withdrawal: Withdrawal }) {
  const { values, draft, errorAt, judged, tried } = withdrawal;
  return (
    <>
      <div className={styles.two}>
        <ReferenceField
          value={values.reference}
          onChange={(reference) => draft.set({ reference })}
          error={errorAt(['clientReference'], null)}
        />
        <DescriptionField
          most={140}
          value={values.description}
          onChange={(description) => draft.set({ description })}
          error={errorAt(['description'], null)}
        />
      </div>
      <CallbackField
        value={values.callbackUrl}
        onChange={(callbackUrl) => draft.set({ callbackUrl })}
        error={errorAt(['callbackUrl'], tried ? judged.faults.callbackUrl : null)}
      />
    </>
  );
}
