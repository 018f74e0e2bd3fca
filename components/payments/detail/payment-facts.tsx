'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Payment } from '#lib/payments/queries.ts';
import { otherSide, type PaymentPage } from '#lib/payments/rules.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { CallbackAsked } from '../callback-came.tsx';

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
          <Fragment key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <Money cents={cents} {...(name === 'fee' ? { exact: payment.feeExact } : {})} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** Metadata that its maker wrote, one line each. */
function metadataLines({ metadata }: Payment): ReactNode {
  if (metadata == null) return null;
  return Object.entries(metadata).map(([name, value]) => (
    <span key={name} className="block break-all">
      <span className="text-ink-3">{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  ));
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
    [
      'callbackUrl',
      <div key="url" className="grid gap-1">
        {payment.callbackUrl ? <CopyId value={payment.callbackUrl} whole /> : t('noCallback')}
        <CallbackAsked payment={payment} />
      </div>,
    ],
    ['metadata', metadataLines(payment)],
    ['createdAt', payment.createdAt && <Instant key="created" at={payment.createdAt} variant="long" />],
    ['paidAt', payment.paidAt && <Instant key="paid" at={payment.paidAt} variant="long" />],
    ['cancellationReason', payment.cancellationReason],
  ];
  return (
    <section>
      <h3>{t(`title.${page}`)}</h3>
      <dl className="facts gap-y-2">
        {lines.map(
          ([name, value]) =>
            value && (
              <Fragment key={name}>
                <dt>{t(name as 'name')}</dt>
                <dd className="overflow-visible break-words whitespace-normal">{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </section>
  );
}
