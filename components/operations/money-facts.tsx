'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Instant } from '#components/ui/instant.tsx';
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
  const lines: [string, ReactNode][] = [
    [t('amount'), <Money key="amount" cents={amount} />],
    ...told.flatMap((name): [string, ReactNode][] => {
      const value = intent[name];
      if (typeof value !== 'string' || value === '') return [];
      const type = name === 'pixKeyType' ? `keyTypes.${value.toLowerCase()}` : null;
      return [[t(`facts.${name}`), type !== null && t.has(type) ? t(type as 'keyTypes.cpf') : value]];
    }),
    [t('by'), actor.name],
    [t('at'), <Instant key="at" at={createdAt} />],
  ];
  return (
    <dl className="facts">
      {lines.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="overflow-visible break-words whitespace-normal">{value}</dd>
        </Fragment>
      ))}
      {clientReference !== null && (
        <>
          <dt>{t('reference')}</dt>
          <dd className="overflow-visible">
            <CopyId value={clientReference} />
          </dd>
        </>
      )}
    </dl>
  );
}
