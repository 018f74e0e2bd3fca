'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePlaceWords } from '#components/app-shell/reveal.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { otherSide } from '#lib/payments/payment-state.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
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
  const told = VALUES.filter((name) => payment[name] != null && (payment[name] !== 0 || name === 'fee'));
  if (told.length === 0) return null;
  return (
    <DetailPart title={t('title')} quiet>
      <Facts
        look="right"
        of={told.map((name) => ({
          label: t(name),
          cents: payment[name],
          exact: name === 'fee' ? payment.feeExact : undefined,
        }))}
      />
    </DetailPart>
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
  const placeOf = usePlaceWords();
  return (
    <section>
      <h3>{t(`title.${page}`)}</h3>
      <Facts
        className="gap-y-2"
        of={[
          {
            label: t('name'),
            value: side.name && (
              <CustomerLink of={{ transactionId: payment.id }} document={side.document}>
                {side.name}
              </CustomerLink>
            ),
          },
          { label: t('document'), document: side.document },
          { label: t('institution'), value: placeOf(side) },
          { label: t('pixKey'), code: payment.withdrawPixKey },
          { label: t('description'), value: payment.description },
          { label: t('virtualAccount'), value: payment.virtualAccount },
          {
            label: t('callbackUrl'),
            value: (
              <div className="grid gap-1">
                {payment.callbackUrl ? <CopyId value={payment.callbackUrl} whole /> : t('noCallback')}
                <CallbackAsked payment={payment} />
              </div>
            ),
          },
          { label: t('metadata'), value: metadataLines(payment) },
          { label: t('createdAt'), at: payment.createdAt },
          { label: t('paidAt'), at: payment.paidAt },
          { label: t('cancellationReason'), value: payment.cancellationReason },
        ]}
      />
    </section>
  );
}
