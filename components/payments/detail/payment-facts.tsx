'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatDocument } from '#lib/documents.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { otherSide, type PaymentPage } from '#lib/payments/rules.ts';

const VALUES = [
  'fee',
  'netAmount',
  'totalDebited',
  'refundAmount',
  'refundInProgressAmount',
  'refundableAmount',
] as const;

/** Amounts as the provider told them, never computed from one another. */
export function PaymentValues({ payment }: { payment: Payment }) {
  const t = useTranslations('payments.detail.values');
  const told = VALUES.flatMap((name) => {
    const cents = payment[name];
    return cents === null || cents === undefined || (cents === 0 && name !== 'fee') ? [] : [{ name, cents }];
  });
  if (told.length === 0) return null;
  return (
    <section>
      <h3 className="sr-only">{t('title')}</h3>
      <dl className="facts facts-right">
        {told.map(({ name, cents }) => (
          <div key={name} className="contents">
            <dt>{t(name)}</dt>
            <dd>
              <Money cents={cents} {...(name === 'fee' ? { exact: payment.feeExact } : {})} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The other side, and when what happened. */
export function PaymentFacts({ payment, page }: { payment: Payment; page: PaymentPage }) {
  const t = useTranslations('payments.detail.facts');
  const side = otherSide(payment, page);
  const account = side.accountNumber === null ? null : t('account', { number: side.accountNumber });
  const lines: [string, ReactNode][] = [
    ['name', side.name],
    ['document', side.document && formatDocument(side.document)],
    ['institution', [side.institutionName, account].filter(Boolean).join(' · ')],
    ['pixKey', payment.withdrawPixKey && <CopyId key="key" value={payment.withdrawPixKey} whole />],
    ['description', payment.description],
    ['virtualAccount', payment.virtualAccount],
    ['callbackUrl', payment.callbackUrl && <CopyId key="url" value={payment.callbackUrl} whole />],
    ['createdAt', payment.createdAt && <Instant key="created" at={payment.createdAt} look="long" />],
    ['paidAt', payment.paidAt && <Instant key="paid" at={payment.paidAt} look="long" />],
    ['cancellationReason', payment.cancellationReason],
  ];
  return (
    <section>
      <h3>{t(`title.${page}`)}</h3>
      <dl className="facts gap-y-2">
        {lines.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt>{t(name as 'name')}</dt>
                <dd className="overflow-visible break-words whitespace-normal">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
