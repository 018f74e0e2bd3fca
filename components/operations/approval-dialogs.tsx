'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { formatBrl } from '#lib/money.ts';
import { declineForm } from '#lib/operations/decline-form.ts';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { MoneyFacts } from './money-facts.tsx';
import { ReceiverShown } from './receiver-shown.tsx';
import { RestoredNotice } from './restored-notice.tsx';

type Props = { operation: Operation; kind: string; onClose: () => void };

function useDecided() {
  const account = useSession().account.slug;
  return [operationKeys.all(account), ['payments', account]];
}
const amountOf = ({ amount }: Operation) => (amount === null ? '' : formatBrl(amount));

/** The second person's yes: everything once more, the password, and a button with the amount. */
export function ApproveDialog({ operation, kind, onClose }: Props) {
  const t = useTranslations('operations.approval');
  const amount = amountOf(operation);
  const approve = useOperation('POST /operations/{id}/approve', {
    params: { id: operation.id },
    stale: useDecided(),
    onDone: onClose,
  });
  return (
    <OperationForm
      form={approve}
      onClose={onClose}
      title={t('approveTitle', { kind, amount })}
      confirm={t('approveButton', { amount })}
      closeLabel={t('approveClose')}
      note={t('approveNote')}
      wide
    >
      <RestoredNotice operation={operation} />
      <ReceiverShown operation={operation} />
      <MoneyFacts operation={operation} />
      <Callout tone="warn" title={t('check')}>
        {t('checkWords')}
      </Callout>
    </OperationForm>
  );
}

/** The second person's no, or one's own request taken back; nothing has left. */
export function DeclineDialog({ operation, kind, mine, onClose }: Props & { mine: boolean }) {
  const t = useTranslations('operations.approval');
  const form = useOperationForm('POST /operations/{id}/decline', declineForm, {
    params: { id: operation.id },
    facts: { mine },
    proof: 'none',
    stale: useDecided(),
    words: (fault) => (fault === 'required' ? t('reasonNeeded', { name: operation.actor.name }) : fault),
    onDone: onClose,
  });
  const words = {
    label: t('reason'),
    rule: (count: number, most: number) => t(mine ? 'reasonFree' : 'reasonRule', { count, most }),
    hint: !mine && t('reasonSeen', { name: operation.actor.name }),
    focus: !mine,
  };
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t(mine ? 'takeBackTitle' : 'declineTitle', { kind, amount: amountOf(operation) })}
      confirm={t(mine ? 'takeBackButton' : 'declineButton')}
      closeLabel={t('declineClose')}
      note={t('declineNote')}
      danger
      fieldsFirst={!mine}
    >
      <MoneyFacts operation={operation} />
      <OperationFields form={form} words={{ reason: words }} />
    </OperationForm>
  );
}
