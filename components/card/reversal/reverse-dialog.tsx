'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { GiveBackOutcome, ReturnFundsDialog } from '#components/payments/give-back/give-back-dialog.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { reversalForm } from '#lib/card/change-forms.ts';
import { cardChargeOptions } from '#lib/card/queries.ts';
import { AUTHORIZED, hasOpenChargeback, reversibleCents } from '#lib/card/rules.ts';
import { useCardChanged, useStaleCards } from '../use-card-changed.ts';
import { useCardErrorLabels } from '../use-card-faults.ts';

/** Refunds a charge to its card. */
export function ReverseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('card.reverse');
  const account = useSession().account.slug;
  const read = useQuery({ ...cardChargeOptions(account, id), staleTime: 0 });
  const charge = read.isFetchedAfterMount ? read.data?.charge : undefined;
  const form = useOperationForm('POST /card/charges/{id}/reversals', reversalForm, {
    params: { id },
    facts: { left: charge === undefined ? null : reversibleCents(charge), whole: charge?.amount ?? null },
    words: useCardErrorLabels(),
    stale: useStaleCards(),
  });
  const authorized = charge?.statusCode === AUTHORIZED;
  return (
    <ReturnFundsDialog
      words="card.reverse"
      name={shortId(read.data?.charge.externalId ?? id)}
      form={form}
      read={read}
      onClose={onClose}
      of={
        charge && {
          to: charge.customer.name,
          paid: <Money cents={charge.amount} />,
          refunded: charge.refundedAmount,
        }
      }
      {...(authorized ? { more: null } : {})}
      outcome={(operationId) => <ReverseOutcome operationId={operationId} />}
    >
      {charge && hasOpenChargeback(charge) && (
        <Callout tone="danger" title={t('chargeback')}>
          {t('chargebackWords')}
        </Callout>
      )}
      {authorized && <Callout title={t('authorized')}>{t('authorizedWords')}</Callout>}
    </ReturnFundsDialog>
  );
}

function ReverseOutcome({ operationId }: { operationId: string }) {
  const t = useTranslations('card.reverse');
  return (
    <GiveBackOutcome words="card.reverse" operationId={operationId} onEnd={useCardChanged()}>
      {({ amount }) => (
        <>
          <Callout tone="ok" role="status" title={t('confirmed')}>
            {t('confirmedWords')}
          </Callout>
          <Facts of={[{ label: t('part'), cents: amount }]} />
        </>
      )}
    </GiveBackOutcome>
  );
}
