'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { type SheetRoute, useSheetRoute } from '#components/list/use-sheet-route.ts';
import { OpenPanel } from '#components/operations/open-panel.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { withdrawnTodayOptions } from '#lib/payments/queries.ts';
import { KINDS_OF } from '#lib/payments/rules.ts';
import { ReceiverFacts } from '../check/last-look.tsx';
import { PaymentsHead, PaymentsPanel } from '../list/payments-panel.tsx';
import type { FilterState } from '../list/use-payment-filters.ts';
import { PaymentSheet } from '../payment-sheet.tsx';
import { PaymentsFrame } from '../payments-frame.tsx';
import { useWithdrawal } from './use-withdrawal.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** The withdrawals, those that are under way, and the sheet for a new one. */
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

/** A withdrawal from its form to what became of it. */
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

/** Sum that left today and arrived; absent when it cannot be summed whole. */
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

/** The ends that one looks for among withdrawals; every other choice of states is the chip's. */
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
