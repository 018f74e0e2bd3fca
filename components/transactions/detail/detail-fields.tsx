'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CallbackAsked } from '#components/payments/callback-came.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import type { Transaction } from '#lib/providers/records.ts';
import { DetailPart } from '../../ui/detail-part.tsx';
import { MethodWords, TypeWords } from '../words.tsx';

const INSTANTS = ['createdAt', 'updatedAt', 'paidAt', 'refundedAt'] as const;
const TEXTS = [
  'amountExact',
  'feeExact',
  'virtualAccount',
  'generatedEmail',
  'withdrawPixType',
  'refundStatus',
  'refundReason',
  'refundDescription',
  'cancellationReason',
] as const;
const CODES = ['withdrawPixKey', 'callbackUrl', 'qrCodeUrl'] as const;

/** Every field of the transaction that has a value; fields the product does not know as they came. */
export function DetailFields({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.fields');
  const other = Object.entries(transaction.other);
  return (
    <>
      <DetailPart title={t('title')}>
        <dl className="facts">
          <Field label={t('status')}>
            <span className="mono">{transaction.status ?? '–'}</span>
          </Field>
          <Field label={t('type')}>
            <TypeWords type={transaction.type} said={transaction.typeSaid} />
          </Field>
          <Field label={t('method')}>
            <MethodWords method={transaction.method} />
          </Field>
          {INSTANTS.map(
            (name) =>
              transaction[name] !== null && (
                <Field key={name} label={t(name)}>
                  <Instant at={transaction[name]} variant="long" />
                </Field>
              ),
          )}
          {transaction.refundAmount !== null && (
            <Field label={t('refundAmount')}>
              <Money
                cents={transaction.refundAmount}
                exact={transaction.refundAmountExact}
                direction="still"
              />
            </Field>
          )}
          {TEXTS.map((name) => {
            const text = transaction[name];
            return text == null ? null : (
              <Field key={name} label={t(name)}>
                {text}
              </Field>
            );
          })}
          {CODES.map((name) => {
            const code = transaction[name];
            return code === null ? null : (
              <Field key={name} label={t(name)}>
                <CopyId value={code} whole />
              </Field>
            );
          })}
        </dl>
        <CallbackAsked payment={transaction} />
      </DetailPart>
      {other.length > 0 && (
        <DetailPart title={t('other')} note={t('otherNote')}>
          <dl className="facts">
            {other.map(([name, value]) => (
              <Field key={name} label={<span className="mono">{name}</span>}>
                <span className="mono break-all whitespace-pre-wrap">{written(value)}</span>
              </Field>
            ))}
          </dl>
        </DetailPart>
      )}
    </>
  );
}

function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="break-words whitespace-normal">{children}</dd>
    </>
  );
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
