'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountField } from '#components/payments/fields/amount-field.tsx';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Money } from '#components/ui/money.tsx';
import { call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { Recurrence } from '#lib/card/queries.ts';
import { formatBrl } from '#lib/money.ts';
import { readAmount } from '#lib/payments/rules.ts';
import { useCardChanged } from '../use-card-changed.ts';
import { useCardFaultWords } from '../use-card-faults.ts';

export type Asking = 'setAmount' | 'deactivate' | 'reactivate';
type Props = {
  recurrence: Recurrence;
  asking: Asking;
  onSent: (operationId: string) => void;
  onClose: () => void;
};

/** What will change, what stays, and the password where one is due. */
export function RecurrenceDialog({ recurrence, asking, onSent, onClose }: Props) {
  const t = useTranslations('card.recurrence');
  const words = useCardFaultWords();
  const send = useSend(recurrence.id, asking);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const read = readAmount(typed, { min: 1, max: null });
  const amounts = asking === 'setAmount';
  const label =
    amounts && read.fault === null && read.cents !== null
      ? t('setAmountConfirm', { amount: formatBrl(read.cents) })
      : t(amounts ? 'setAmountConfirmBlank' : `${asking}Confirm`);
  return (
    <ConfirmProven
      title={t(`${asking}Title`)}
      confirmLabel={label}
      closeLabel={t(`${asking}Close`)}
      onClose={onClose}
      onConfirm={async () => {
        setTried(true);
        if (amounts && (read.fault !== null || read.cents === null)) return;
        onSent(await send(amounts ? read.cents : null));
      }}
    >
      <p>{t(`${asking}Words`)}</p>
      <dl className="facts">
        <dt>{amounts ? t('now') : t('amount')}</dt>
        <dd>
          <Money cents={recurrence.amount} />
        </dd>
      </dl>
      {amounts && (
        <AmountField
          value={typed}
          bounds={{ min: null, max: null }}
          onChange={setTyped}
          error={words(tried ? read.fault : null)}
          autoFocus
        />
      )}
    </ConfirmProven>
  );
}

/** One key for one intent; gives the operation's id. */
function useSend(id: string, asking: Asking) {
  const account = useSession().account.slug;
  const changed = useCardChanged();
  const intent = useIntentKey();
  return async (amount: number | null): Promise<string> => {
    const idempotencyKey = intent.keyFor([asking, amount]);
    const options = { account, params: { id }, idempotencyKey };
    try {
      const { operation } =
        asking === 'setAmount'
          ? await call('PUT /card/recurrences/{id}/amount', { ...options, body: { amount: amount ?? 0 } })
          : await call(`POST /card/recurrences/{id}/${asking}`, options);
      intent.end();
      return operation.id;
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      changed();
    }
  };
}
