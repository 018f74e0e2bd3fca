'use client';

import { useTranslations } from 'next-intl';
import { useSecondPerson } from '#components/operations/second-person.tsx';
import { BlockedForm } from '#components/shell/block-notice.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import { AmountField, typed } from '../../forms/amount-field.tsx';
import { PlainField } from '../../ui/plain-field.tsx';
import { CallbackField, DescriptionField, ReferenceField } from '../fields/later-fields.tsx';
import { MetadataField } from '../fields/metadata-field.tsx';
import { useAmountHint } from '../fields/use-amount-hint.tsx';
import styles from '../payments.module.css';
import { faultsOf, useFaultWords } from '../use-faults.ts';
import { FoundReceiver, MOST_CODE } from '../withdrawals/receiver-part.tsx';
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
          const written = event.currentTarget;
          void review().then(() => focusFirstFault(written));
        }}
      >
        <fieldset className={`form ${styles.fields}`} disabled={reviewing}>
          <BlockedForm form="transfers" />
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
  const { kind, byCode, found, form, room, cents, fixed, at } = transfer;
  const number = kind === 'account_number';
  const second = useSecondPerson(cents);
  const hint = useAmountHint(cents, room.most, second.hint);
  const amount = at('amount');
  const upTo = room.most !== null && t('upToBalance', { amount: formatBrl(room.most) });
  // What the look-up of a code says stands at the code.
  const looked = useFaultWords()(faultsOf(byCode ? found.refused : null).get('code') ?? null);
  return (
    <>
      <PlainField
        {...at('receiver')}
        error={at('receiver').error ?? looked}
        label={t(`receiver.${kind}`)}
        rule={t(`receiverRule.${kind}`)}
        hint={byCode ? t('codeHint') : t(`receiverHint.${kind}`)}
        inputMode={number ? 'numeric' : 'text'}
        mono
        maxLength={number ? 6 : MOST_CODE}
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
      <div className={styles.two}>
        <ReferenceField {...at('reference')} />
        <DescriptionField most={MOST_DESCRIPTION} {...at('description')} />
      </div>
      <CallbackField {...at('callbackUrl')} />
      {kind === 'pix_key' && <MetadataField {...at('metadata')} />}
    </>
  );
}
