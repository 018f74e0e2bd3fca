'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { RequestForm } from '#components/forms/ask-sheet.tsx';
import { type SheetRoute, useSheetRoute } from '#components/list/use-drawer-route.ts';
import { OpenPanel } from '#components/operations/operation-rows.tsx';
import { useSecondPerson } from '#components/operations/second-person.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { withdrawnTodayOptions } from '#lib/payments/queries.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { readWithdrawal, withdrawalBounds } from '#lib/payments/withdrawal-form.ts';
import { AmountField, typed } from '../../forms/amount-field.tsx';
import { ReceiverFacts } from '../check/review-step.tsx';
import { RequestMore, useAmountHint } from '../fields/optional-fields.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import type { FilterState } from '../list/use-payment-filters.ts';
import { PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { ReceiverPart, useWithdrawal, type Withdrawal } from './receiver-part.tsx';

/** The withdrawals: the list, the open operations, and the sheet for a new one. */
export function WithdrawalsView() {
  const t = useTranslations('payments.withdrawals');
  const may = useCan('withdraw');
  const route = useSheetRoute();
  return (
    <PaymentsFrame page="withdrawals" route={route} sheet={may && <NewWithdrawal route={route} />}>
      <PaymentsHead
        page="withdrawals"
        title={t('title')}
        route={route}
        newLabel={may ? t('newTitle') : undefined}
      />
      <Page layout="stack">
        <OpenPanel kinds={KINDS_OF.withdrawals} route={route} />
        <PaymentsPanel
          page="withdrawals"
          route={route}
          mayAsk={may}
          ways={(state) => <StateSegments state={state} />}
        >
          <WithdrawnToday />
        </PaymentsPanel>
      </Page>
    </PaymentsFrame>
  );
}

/** The form of a withdrawal. It is disabled during the review. */
function WithdrawalForm({ id, withdrawal }: { id: string; withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, reviewing, review } = withdrawal;
  return (
    <RequestForm id={id} title={t('newTitle')} blocked="withdrawals" still={reviewing} onSubmit={review}>
      <Segments
        label={t('way')}
        value={values.way}
        disabled={reviewing}
        onChange={(way) => set({ way })}
        options={[
          { value: 'key', label: t('byKey') },
          { value: 'code', label: t('byCode') },
        ]}
      />
      <ReceiverPart withdrawal={withdrawal} />
      <Amount withdrawal={withdrawal} />
      <More withdrawal={withdrawal} />
    </RequestForm>
  );
}

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('payments.withdrawals');
  const { values, set, form, cents, headroom, busy } = withdrawal;
  const { fixed } = readWithdrawal(values, form.facts);
  const { error } = form.at('amount');
  const second = useSecondPerson(cents);
  const hint = useAmountHint(cents, headroom.most, second.hint);
  return (
    <AmountField
      value={fixed && cents !== null ? typed(cents) : values.amount}
      disabled={fixed}
      bounds={withdrawalBounds(form.facts)}
      rule={
        fixed
          ? t('fixedByCode')
          : headroom.limit !== null &&
            headroom.most !== null &&
            t('upToLimit', { amount: formatBrl(headroom.most) })
      }
      most={fixed ? null : headroom.most}
      onChange={(amount) => set({ amount })}
      // Only the decoded code has the amount, so nothing is missing while it is read.
      error={values.way === 'code' && busy ? null : error}
      hint={hint}
    />
  );
}

function More({ withdrawal: { form, set } }: { withdrawal: Withdrawal }) {
  const hub = useSession().account.kind === 'hub';
  const at = (name: 'reference' | 'description' | 'callbackUrl' | 'metadata') => ({
    ...form.at(name),
    onChange: (text: string) => set({ [name]: text }),
  });
  return <RequestMore at={at} metadata={hub} />;
}

/** A new withdrawal, from its form to its outcome. */
function NewWithdrawal({ route }: { route: SheetRoute }) {
  const { asked: sent, setAsked: setSent } = route;
  const withdrawal = useWithdrawal(setSent);
  const { receiver, values } = withdrawal;
  return (
    <PaymentSheet
      page="withdrawals"
      leaving={withdrawal}
      sent={sent}
      onSent={setSent}
      onOpen={route.show}
      onClose={route.close}
      form={(id) => <WithdrawalForm id={id} withdrawal={withdrawal} />}
      receiver={
        <ReceiverFacts receiver={receiver} sentTo={values.way === 'key' ? values.key : values.code} />
      }
    />
  );
}

/** The sum of today's completed withdrawals; absent where it cannot be summed completely. */
function WithdrawnToday() {
  const t = useTranslations('payments.list');
  const { data } = useQuery(withdrawnTodayOptions(useSession().account.slug));
  if (data === undefined || data.sum === null || data.count === null) return null;
  return (
    <p className="flex justify-between gap-2 border-t border-line-strong px-panel py-1.5">
      <b>{t('leftToday', { count: data.count })}</b>
      <Money cents={data.sum} direction={data.sum > 0 ? 'out' : 'still'} />
    </p>
  );
}

/** Common groups of outcomes; other choices of states use the filter chip. */
const STATES = {
  all: null,
  moving: ['PENDING'],
  done: ['COMPLETED'],
  back: ['CANCELED', 'REFUNDED', 'ERROR'],
} as const;
type Named = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Named[];
const joined = (states: readonly string[] | null) => states?.join(',') ?? '';

function StateSegments({ state: { filters, set } }: { state: FilterState }) {
  const t = useTranslations('payments.list.segments');
  const chosen = NAMES.find((name) => joined(STATES[name]) === joined(filters.status));
  return (
    <Segments<Named | 'other'>
      label={t('label')}
      value={chosen ?? 'other'}
      onChange={(name) => {
        if (name !== 'other') set({ status: STATES[name] === null ? null : [...STATES[name]] });
      }}
      options={NAMES.map((value) => ({ value, label: t(value) }))}
    />
  );
}
