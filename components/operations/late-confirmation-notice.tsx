'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { call } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import {
  allOperations,
  lateConfirmationsOptions,
  type Operation,
  type OperationDetail,
  operationOptions,
} from '#lib/operations/queries.ts';

const MOST_SHOWN = 3;

/** Payments that happened after they were given up, or with another amount, until they are acknowledged. */
export function LateConfirmationNotice({ account }: { account: string }) {
  const t = useTranslations('shell.late');
  const again = useTranslations('common.error')('tryNow');
  const { data, error, refetch } = useQuery(lateConfirmationsOptions(account));
  if (data === undefined)
    return (
      error && (
        <Callout
          tone="warn"
          variant="banner"
          role="status"
          title={t('unread')}
          action={<Button onClick={() => void refetch()}>{again}</Button>}
        >
          {t('unreadDescription')}
        </Callout>
      )
    );
  const { items, total } = data;
  if (items.length === 0) return null;
  const more = (total ?? items.length) - Math.min(items.length, MOST_SHOWN);
  return (
    <section aria-label={t('label')} className="flex-none">
      {items.slice(0, MOST_SHOWN).map((operation) => (
        <LateConfirmation key={operation.id} account={account} operation={operation} />
      ))}
      {more > 0 && (
        <Callout tone="danger" variant="banner">
          {t('more', { count: more })}
        </Callout>
      )}
    </section>
  );
}

/** One operation that was given up but happened: what is known, and the acknowledge button. */
function LateConfirmation({ account, operation }: { account: string; operation: Operation }) {
  const t = useTranslations('shell.late');
  const locale = useLocale() as Locale;
  const { id, kind, amount, otherAmount, actor, createdAt, lateAt, may } = operation;
  const when = (at: string | null) => (at === null ? '' : formatInstant(locale, at, 'minute'));
  const what = kind.split('.')[0] ?? kind;
  const requested = amount === null ? 'none' : formatBrl(amount);
  const params = { name: actor.name, requested: when(createdAt), shown: when(lateAt) };
  return (
    <AcknowledgedCallout
      account={account}
      operation={operation}
      acknowledge={t('acknowledge')}
      tone="danger"
      variant="banner"
      role="alert"
      title={
        otherAmount === null
          ? t('title', { what, amount: requested })
          : t('otherAmount', { what, amount: requested, paid: formatBrl(otherAmount) })
      }
    >
      {t(otherAmount === null ? 'description' : 'otherAmountDescription', params)}{' '}
      <Link href={`/${account}/operations?open=${id}`}>{t('see')}</Link>
      {!may.acknowledge && <> {t('notYours')}</>}
    </AcknowledgedCallout>
  );
}

type CalloutProps = Omit<ComponentProps<typeof Callout>, 'action'> & {
  account: string;
  operation: Operation;
  /** Label of the button. */
  acknowledge: string;
};

/** A callout on a late confirmation, with the button that acknowledges it. Only the first one is stored. */
export function AcknowledgedCallout({ account, operation: { id, may }, acknowledge, ...rest }: CalloutProps) {
  const client = useQueryClient();
  const { isPending, mutate, error } = useMutation<OperationDetail>({
    mutationFn: () => call('POST /operations/{id}/acknowledge', { account, params: { id } }),
    onSuccess: (detail) => client.setQueryData(operationOptions(account, id).queryKey, detail),
    onSettled: () => client.invalidateQueries({ queryKey: allOperations(account) }),
  });
  const button = (
    <Button size="sm" aria-busy={isPending || undefined} onClick={() => isPending || mutate()}>
      {acknowledge}
    </Button>
  );
  return (
    <>
      <Callout {...rest} action={may.acknowledge && button} />
      {error !== null && <ErrorCard error={error} />}
    </>
  );
}
