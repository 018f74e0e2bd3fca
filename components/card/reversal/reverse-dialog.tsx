'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { OperationFields, type Words } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Reading } from '#components/list/reading.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { SecondPersonNote } from '#components/operations/second-person.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { type ReversalDraft, reversalCents, reversalForm } from '#lib/card/change-forms.ts';
import { cardChargeOptions } from '#lib/card/queries.ts';
import { AUTHORIZED, leftOf } from '#lib/card/rules.ts';
import { formatBrl } from '#lib/money.ts';
import { useStaleCards } from '../use-card-changed.ts';
import { useCardFaultLabels } from '../use-card-faults.ts';
import { ReverseFacts } from './reverse-facts.tsx';
import { ReverseOutcome } from './reverse-outcome.tsx';

type Props = { id: string; onClose: () => void };

/** All or part of what is left goes back to the card. What is left is read when this opens, never remembered. */
export function ReverseDialog({ id, onClose }: Props) {
  const t = useTranslations('card.reverse');
  const account = useSession().account.slug;
  const read = useQuery({ ...cardChargeOptions(account, id), staleTime: 0 });
  const charge = read.isFetchedAfterMount ? read.data?.charge : undefined;
  const left = charge === undefined ? null : leftOf(charge);
  const facts = { left, whole: charge?.amount ?? null };
  const form = useOperationForm('POST /card/charges/{id}/reversals', reversalForm, {
    params: { id },
    facts,
    words: useCardFaultLabels(),
    stale: useStaleCards(),
  });
  const cents = reversalCents(form.values, facts);
  const name = shortId(read.data?.charge.externalId ?? id);
  const ask = cents === null ? t('confirm') : t('titleAmount', { amount: formatBrl(cents) });
  const words = useFieldLabels(left);
  return (
    <OperationForm
      form={form}
      onSubmit={form.submit}
      onClose={onClose}
      title={t('title', { name })}
      closeLabel={t('closeLabel')}
      confirm={left === 0 ? null : ask}
      off={!form.good}
      note={t('note')}
      wide
      instead={charge === undefined && <Reading words={t('reading')} {...read} />}
      refused={
        form.conflict !== null && (
          <OperationState operationId={form.conflict}>
            <p>{t('unknown')}</p>
          </OperationState>
        )
      }
      outcome={{
        title: t('sentTitle', { name }),
        done: t('done'),
        of: (operationId) => <ReverseOutcome operationId={operationId} />,
      }}
    >
      {charge && <ReverseFacts charge={charge} left={left} />}
      {left !== 0 && charge?.statusCode !== AUTHORIZED && <OperationFields form={form} words={words} />}
      {left !== 0 && <SecondPersonNote cents={cents} />}
    </OperationForm>
  );
}

function useFieldLabels(left: number | null): Words<ReversalDraft> {
  const t = useTranslations('card.reverse');
  const amount = left === null ? null : formatBrl(left);
  const all = amount === null ? t('all') : t('allAmount', { amount });
  const rule = amount === null ? t('leftUnknown') : t('upToLeft', { amount });
  return {
    part: { label: t('part'), options: { all, part: t('some') } },
    amount: { rule, bounds: { min: null, max: left }, focus: true },
  };
}
