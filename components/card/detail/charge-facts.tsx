'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { leftOf } from '#lib/card/rules.ts';
import { useReasonLabels } from '../use-reason-labels.ts';

type Props = { charge: CardCharge; onRecurrence: (id: string) => void };

/** How it was paid, what came back, what repeats it. Values are the provider's, never computed from one another. */
export function ChargeFacts({ charge, onRecurrence }: Props) {
  const t = useTranslations('card.detail');
  const reason = useReasonLabels()(charge);
  const { refundedAmount, returnCode, returnMessage, installments, recurrenceId, createdAt, updatedAt } =
    charge;
  const back = refundedAmount !== null && refundedAmount > 0;
  const told = [returnCode, returnMessage].filter((text) => text !== null).join(' · ');
  return (
    <section>
      <h3>{t('payment')}</h3>
      <Facts
        of={[
          { label: t('reason'), value: reason },
          { label: t('return'), value: told },
          { label: t('installments'), value: installments !== null && `${installments}×` },
          { label: t('reversed'), cents: back ? refundedAmount : null, direction: 'out' },
          { label: t('left'), value: back && <Money cents={leftOf(charge)} /> },
          { label: t('acquirer'), id: charge.acquirerTransactionId },
          { label: t('createdAt'), at: createdAt },
          { label: t('updatedAt'), at: updatedAt === createdAt ? null : updatedAt },
        ]}
      />
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
