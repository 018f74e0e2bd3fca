'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { type Labels, OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { Reading } from '#components/list/read-error.tsx';
import { OperationOutcome, SecondPersonNote } from '#components/operations/approval.tsx';
import { OperationState, useFollowed } from '#components/operations/operation-state.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { type ReturnFundsDraft, type ReturnFundsFacts, returnFundsCents } from '#lib/operations/forms.ts';
import type { Operation } from '#lib/operations/queries.ts';

/** Message namespaces: refund and reversal have the same keys with different texts. */
type Namespace = 'payments.refund' | 'card.reverse';
type FormProps = ComponentProps<typeof OperationForm>;
type Props<V extends ReturnFundsDraft> = Pick<
  FormProps,
  'onClose' | 'refused' | 'fieldsFirst' | 'children'
> & {
  namespace: Namespace;
  name: string;
  form: FormProps['form'] &
    ComponentProps<typeof OperationFields<V>>['form'] & {
      facts: ReturnFundsFacts;
      good: boolean;
      conflict: string | null;
      submit: () => unknown;
    };
  /** The read of the refundable amount; it runs when the dialog opens and is never cached. */
  read: { error: unknown; refetch: () => unknown };
  /** The payment; undefined while it is read. `refunded`: cents already returned. */
  of: { to: ReactNode; paid: ReactNode; refunded: number | null; others?: readonly Fact[] } | undefined;
  /** Texts of the other fields; null where only the whole amount can go back. */
  more?: Labels<Omit<V, keyof ReturnFundsDraft>> | null;
  above?: ReactNode;
  outcome: (operationId: string) => ReactNode;
};

/** Returns all or part of the remaining amount; `children` are warnings. */
export function ReturnFundsDialog<V extends ReturnFundsDraft>(props: Props<V>) {
  const { namespace, name, form, read, of, more, above, refused, outcome, children, ...rest } = props;
  const t = useTranslations(namespace);
  const { left } = form.facts;
  const cents = returnFundsCents(form.values, form.facts);
  const amount = left === null ? null : formatBrl(left);
  const all = amount === null ? t('all') : t('allAmount', { amount });
  const rule = amount === null ? t('leftUnknown') : t('upToLeft', { amount });
  const fields: Labels<ReturnFundsDraft> = {
    part: { label: t('part'), options: { all, part: t('some') } },
    amount: { rule, bounds: { min: null, max: left }, focus: true },
  };
  const confirm = cents === null ? t('confirm') : t('confirmAmount', { amount: formatBrl(cents) });
  return (
    <OperationForm
      {...rest}
      form={form}
      title={t('title', { name })}
      closeLabel={t('closeLabel')}
      confirm={left === 0 ? null : confirm}
      off={!form.good}
      note={t('note')}
      wide
      instead={of === undefined && <Reading label={t('reading')} {...read} />}
      refused={
        form.conflict === null ? (
          refused
        ) : (
          <OperationState operationId={form.conflict}>
            <p>{t('underWay')}</p>
          </OperationState>
        )
      }
      outcome={{ title: t('sentTitle', { name }), done: t('done'), of: outcome }}
    >
      {above}
      {of && (
        <Facts
          of={[
            { label: t('to'), value: of.to },
            { label: t('paid'), value: of.paid },
            { label: t('refunded'), cents: of.refunded || null },
            ...(of.others ?? []),
            { label: t('left'), value: left === null ? t('leftUnknown') : <Money cents={left} /> },
          ]}
        />
      )}
      {children}
      {left === 0 && <Callout title={t('nothing')} />}
      {left !== 0 && more !== null && (
        <OperationFields form={form} labels={{ ...fields, ...more } as Labels<V>} />
      )}
      {left !== 0 && <SecondPersonNote cents={cents} />}
    </OperationForm>
  );
}

type OutcomeProps = {
  namespace: Namespace;
  operationId: string;
  onEnd?: () => void;
  /** Actions after a refusal. */
  actions?: (operation: Operation) => ReactNode;
  /** Content once the provider has confirmed it. */
  children: (operation: Operation) => ReactNode;
};

/** The outcome: first the state of the operation, then that of the money. */
export function ReturnFundsOutcome({ namespace, operationId, onEnd, actions, children }: OutcomeProps) {
  const t = useTranslations(namespace);
  const { operation, error, refetch } = useFollowed(operationId, onEnd);
  if (operation === undefined)
    return error === null ? (
      <p role="status">{t('waits')}</p>
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} />
    );
  return (
    <OperationOutcome operation={operation} unknown={t('unknown')} refused={actions?.(operation)}>
      {children(operation)}
    </OperationOutcome>
  );
}
