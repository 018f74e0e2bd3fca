'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { leftOf } from '#lib/card/rules.ts';
import { useReasonLabels } from '../use-reason-labels.ts';

type Props = { charge: CardCharge; onRecurrence: (id: string) => void };

/** How it was paid, what came back, what repeats it. Values are the provider's, never computed from one another. */
export function ChargeFacts({ charge, onRecurrence }: Props) {
  const t = useTranslations('card.detail');
  const reason = useReasonLabels()(charge);
  const { refundedAmount, returnCode, returnMessage, installments, recurrenceId } = charge;
  const back = refundedAmount !== null && refundedAmount > 0;
  const told = [returnCode, returnMessage].filter((text) => text !== null).join(' · ');
  return (
    <section>
      <h3>{t('payment')}</h3>
      <dl className="facts">
        <Fact wraps name={t('reason')}>
          {reason}
        </Fact>
        <Fact wraps name={t('return')}>
          {told}
        </Fact>
        {installments !== null && (
          <Fact wraps name={t('installments')}>
            {installments}×
          </Fact>
        )}
        {back && (
          <>
            <Fact wraps name={t('reversed')}>
              <Money cents={refundedAmount} direction="out" />
            </Fact>
            <Fact wraps name={t('left')}>
              <Money cents={leftOf(charge)} />
            </Fact>
          </>
        )}
        {charge.acquirerTransactionId !== null && (
          <Fact wraps name={t('acquirer')}>
            <CopyId value={charge.acquirerTransactionId} />
          </Fact>
        )}
        {charge.createdAt !== null && (
          <Fact wraps name={t('createdAt')}>
            <Instant at={charge.createdAt} variant="long" />
          </Fact>
        )}
        {charge.updatedAt !== null && charge.updatedAt !== charge.createdAt && (
          <Fact wraps name={t('updatedAt')}>
            <Instant at={charge.updatedAt} variant="long" />
          </Fact>
        )}
      </dl>
      {recurrenceId !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <span>
            {t('recurrence')} <CopyId value={recurrenceId} />
            {charge.recurrenceCycle !== null &&
              ` · ${charge.recurrenceCycle === 0 ? t('cycleFirst') : `${t('cycle')} ${charge.recurrenceCycle}`}`}
          </span>
          <Button size="sm" onClick={() => onRecurrence(recurrenceId)}>
            {t('showRecurrence')}
          </Button>
        </div>
      )}
    </section>
  );
}
