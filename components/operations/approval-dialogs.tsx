'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { formatBrl } from '#lib/money.ts';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { MoneyFacts } from './money-facts.tsx';

type Props = { operation: Operation; kind: string; onClose: () => void };
const MOST_REASON = 500;

function useDecision(onClose: () => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const decide = async (send: (key: string) => Promise<unknown>, body?: object) => {
    try {
      await send(intent.keyFor(body));
      intent.end();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: operationKeys.all(account) });
      void client.invalidateQueries({ queryKey: ['payments', account] });
    }
    onClose();
  };
  return { account, decide };
}

/** The second person's yes: everything once more, the password, and a button with the amount. */
export function ApproveDialog({ operation, kind, onClose }: Props) {
  const t = useTranslations('operations.approval');
  const { account, decide } = useDecision(onClose);
  const amount = operation.amount === null ? '' : formatBrl(operation.amount);
  const title = t('approveTitle', { kind, amount });
  return (
    <ConfirmProven
      title={title}
      confirmLabel={t('approveButton', { amount })}
      closeLabel={t('approveClose')}
      note={t('approveNote')}
      wide
      onClose={onClose}
      onConfirm={() =>
        decide((idempotencyKey) =>
          call('POST /operations/{id}/approve', { account, params: { id: operation.id }, idempotencyKey }),
        )
      }
    >
      <MoneyFacts operation={operation} />
      <Callout tone="warn" title={t('check')}>
        {t('checkWords')}
      </Callout>
    </ConfirmProven>
  );
}

/** The second person's no, or one's own request taken back; nothing has left. */
export function DeclineDialog({ operation, kind, mine, onClose }: Props & { mine: boolean }) {
  const t = useTranslations('operations.approval');
  const id = useId();
  const [reason, setReason] = useState('');
  const { account, decide } = useDecision(onClose);
  const amount = operation.amount === null ? '' : formatBrl(operation.amount);
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <ConfirmProven
      title={t(mine ? 'takeBackTitle' : 'declineTitle', { kind, amount })}
      confirmLabel={t(mine ? 'takeBackButton' : 'declineButton')}
      closeLabel={t('declineClose')}
      note={t('declineNote')}
      proof={false}
      danger
      onClose={onClose}
      onConfirm={() =>
        decide(
          (idempotencyKey) =>
            call('POST /operations/{id}/decline', {
              account,
              params: { id: operation.id },
              body,
              idempotencyKey,
            }),
          body,
        )
      }
    >
      <MoneyFacts operation={operation} />
      <Field
        id={id}
        label={t('reason')}
        rule={t('reasonRule', { count: reason.length, most: MOST_REASON })}
        hint={!mine && t('reasonSeen')}
      >
        <textarea
          id={id}
          className="min-h-16 w-full rounded-2 border border-line-control bg-surface p-2 text-ink"
          rows={3}
          maxLength={MOST_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmProven>
  );
}
