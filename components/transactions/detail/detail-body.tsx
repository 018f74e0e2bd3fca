import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useContext } from 'react';
import { PersonalFacts, type Reveal, usePartyLabels } from '#components/app-shell/reveal.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { PayCode } from '#components/payments/detail/pay-code.tsx';
import { CallbackOutcomeByReference } from '#components/payments/outcome.tsx';
import { RefundList } from '#components/payments/payment-actions.tsx';
import { DetailPart, type Fact, Facts, OtherFields, PlaceContext, RawAnswer } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { refundOutcome, stateOf } from '#lib/core/status/money.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import type { Party, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import {
  directionOf,
  hasMoved,
  isDirectionUnknown,
  refundableCents,
  refundedCents,
  sideOf,
} from '#lib/transactions/rules.ts';
import { MethodLabel, TypeLabel } from '../row-cell.tsx';
import { type Detail, DetailHead } from './detail-head.tsx';
import { DetailTimeline } from './detail-timeline.tsx';

/** Data to pay an open charge. */
export function DetailCharge({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.charge');
  const narrow = useContext(PlaceContext) === 'drawer';
  const { type, method } = transaction;
  if (type !== 'DEPOSIT' || stateOf(transaction) !== 'waiting' || (method !== null && method !== 'PIX'))
    return null;
  return (
    <DetailPart title={t('title')}>
      <PayCode charge={transaction} narrow={narrow} />
    </DetailPart>
  );
}

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

/** Every field with a value; unknown fields are shown as received. */
export function DetailFields({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.fields');
  return (
    <>
      <DetailPart title={t('title')}>
        <Facts
          of={[
            { label: t('status'), value: <span className="mono">{transaction.status ?? '–'}</span> },
            {
              label: t('type'),
              value: <TypeLabel type={transaction.type} received={transaction.typeSaid} />,
            },
            { label: t('method'), value: <MethodLabel method={transaction.method} /> },
            ...INSTANTS.map((name) => ({ label: t(name), at: transaction[name] })),
            {
              label: t('refundAmount'),
              cents: transaction.refundAmount,
              exact: transaction.refundAmountExact,
              direction: 'still',
            },
            ...TEXTS.map((name) => ({ label: t(name), value: transaction[name] })),
            ...CODES.map((name) => ({ label: t(name), code: transaction[name] })),
          ]}
        />
        <CallbackOutcomeByReference payment={transaction} />
      </DetailPart>
      <OtherFields of={transaction.other} />
    </>
  );
}

/** Payer and receiver; masked until revealed. */
export function DetailParties({ transaction, reveal }: { transaction: Transaction; reveal: Reveal }) {
  const t = useTranslations('transactions.detail.parties');
  const partyLabel = usePartyLabels();
  const { payer, receiver, generatedName: name, generatedDocument: document } = transaction;
  const side = sideOf(transaction);
  const linked = (party: Party) => (shown: string) => (
    <CustomerLink of={{ transactionId: transaction.id }} document={party.document}>
      {shown}
    </CustomerLink>
  );
  const none = <span className="text-ink-3">{t('none')}</span>;
  return (
    <PersonalFacts
      title={t('title')}
      reveal={reveal}
      of={[
        { label: t('payer'), value: partyLabel(payer, side === 'in' ? linked(payer) : undefined) ?? none },
        {
          label: t('receiver'),
          value: partyLabel(receiver, side === 'out' ? linked(receiver) : undefined) ?? none,
        },
        { label: t('madeOutTo'), value: partyLabel({ name, document }) },
      ]}
    />
  );
}

/** Amount, fee, refunded and refundable amounts, as received; none is computed from another. */
export function DetailValues({ detail }: { detail: TransactionDetail }) {
  const t = useTranslations('transactions.detail.values');
  const { transaction, refunds } = detail;
  const direction = directionOf(transaction);
  return (
    <DetailPart title={t('label')} quiet>
      <Facts
        variant="right"
        of={[
          {
            label: t(isDirectionUnknown(transaction) ? 'unknown' : direction),
            value: <Money cents={transaction.amount} direction={direction} exact={transaction.amountExact} />,
          },
          {
            label: t('fee'),
            cents: transaction.fee,
            direction: hasMoved(transaction) && (transaction.fee ?? 0) > 0 ? 'out' : 'still',
            exact: transaction.feeExact,
          },
          ...useRefunded(detail),
          { label: t('refundable'), cents: refundableCents(transaction, refunds) },
        ]}
      />
    </DetailPart>
  );
}

/** One line per refund if they are listed; otherwise the transaction's own sum. */
function useRefunded({ transaction, refunds }: TransactionDetail): Fact[] {
  const t = useTranslations('transactions.detail.values');
  const locale = useLocale() as Locale;
  const own = { id: null, amount: refundedCents(transaction, []), status: transaction.refundStatus };
  const listed = refunds.filter((refund) => refundOutcome(refund) !== 'none');
  const lines =
    listed.length > 0 ? listed : own.amount > 0 ? [{ ...own, refundedAt: transaction.refundedAt }] : [];
  return lines.map((line, index) => {
    const done = refundOutcome(line) === 'back';
    const time = line.refundedAt === null ? null : formatInstant(locale, line.refundedAt, 'time');
    const label = !done ? t('refunding') : time === null ? t('refunded') : t('refundedAt', { time });
    return { label, key: line.id ?? String(index), cents: line.amount, direction: done ? 'out' : 'still' };
  });
}

/** One transaction in one column, as in the drawer. `page` selects the labels of its status. */
export function DetailBody({ state, page }: { state: Detail; page?: PaymentPage }) {
  return (
    <TransactionRecord state={state}>
      {(detail) => (
        <>
          <DetailHead detail={detail} page={page} />
          <DetailCharge transaction={detail.transaction} />
          <DetailValues detail={detail} />
          <RefundList payment={detail.transaction} />
          <DetailTimeline transaction={detail.transaction} quiet={Boolean(state.error)} />
          <TransactionDeliveries transactionId={detail.transaction.id} />
          <DetailParties transaction={detail.transaction} reveal={state.reveal} />
          <DetailFields transaction={detail.transaction} />
          <section>
            <RawAnswer value={detail.raw} />
          </section>
        </>
      )}
    </TransactionRecord>
  );
}

type RecordProps = { state: Detail; children: (detail: TransactionDetail) => ReactNode };

const LABELS = [
  ...(['ids.transaction', 'ids.endToEndId', 'ids.reference'] as const),
  ...(['values.still', 'values.fee', 'values.refundable'] as const),
];

export function TransactionRecord({ state, children }: RecordProps) {
  const t = useTranslations('transactions.detail');
  return (
    <RecordBody
      read={state}
      loading={t('loading')}
      labels={LABELS.map((label) => t(label))}
      absent={<EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>}
    >
      {children}
    </RecordBody>
  );
}
