'use client';

import { useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Operation } from '#lib/operations/queries.ts';

/** Masked; who decides it sees all of these in full, apart. */
const RECEIVER = [
  'receiverName',
  'receiverDocument',
  'institution',
  'pixKey',
  'pixKeyType',
  'receiver',
] as const;
const INTENT = [...RECEIVER, 'transactionId', 'externalId', 'chargeId', 'description'] as const;

/** Request of the operation: amount, receiver, account, its author and time. */
export function MoneyFacts({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const { amount, actor, createdAt, clientReference, intent, may } = operation;
  const told = may.approve ? INTENT.filter((name) => !RECEIVER.some((one) => one === name)) : INTENT;
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={amount} /> },
        ...told.map((name) => {
          const value = intent[name];
          if (typeof value !== 'string') return { label: t(`facts.${name}`), value: null };
          const type = name === 'pixKeyType' ? `keyTypes.${value.toLowerCase()}` : null;
          return {
            label: t(`facts.${name}`),
            value: type !== null && t.has(type) ? t(type as 'keyTypes.cpf') : value,
          };
        }),
        { label: t('by'), value: actor.name },
        { label: t('at'), at: createdAt, variant: 'full' },
        { label: t('reference'), id: clientReference },
      ]}
    />
  );
}
