'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { CallError } from '#lib/api/client.ts';
import type { FieldError } from '#lib/core/form.ts';
import { type AmountBounds, formatBrl } from '#lib/core/money.ts';
import { allOperations } from '#lib/operations/queries.ts';
import { allOverview } from '#lib/overview/queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';
import { useRepeat } from './outcome.tsx';

export type Change = {
  error: unknown;
  problem: CallError['problem'] | null;
  conflict: string | null;
  meant: boolean;
  mean: (yes: boolean) => void;
};
type Props = {
  change: Change;
  /** Everything that is wrong stands at a field: it is not said twice. */
  saidAtFields: boolean;
  /** A new operation stands in the place of one that never left. */
  onRepeated: (operationId: string) => void;
  /** A duplicate is asked about instead of being final. */
  duplicates?: boolean;
};

/** Why a form of money was not accepted, and the way on; what was typed stands where it stood. */
export function Refused({ change, saidAtFields, onRepeated, duplicates = false }: Props) {
  const { error, problem, conflict } = change;
  if (!error) return null;
  const { twin = false } = (problem?.existing ?? {}) as { twin?: boolean };
  if (conflict !== null && duplicates && twin) return <Duplicate operationId={conflict} change={change} />;
  if (problem?.operationId !== undefined)
    return (
      <Rejected operationId={problem.operationId} error={error} problem={problem} onRepeated={onRepeated} />
    );
  return saidAtFields ? null : <ErrorCard error={error} action={<Way problem={problem} />} />;
}

/** Way out of this refusal, when another page offers one. */
function Way({ problem }: Pick<Change, 'problem'>) {
  const t = useTranslations('payments.refused');
  const { account } = useSession();
  const secret = problem?.provider?.code === 'CALLBACK_SECRET_MISSING';
  if (!secret || !account.capabilities.includes('callback-secret')) return null;
  return <LinkButton href={`/${account.slug}/webhooks?open=callback`}>{t('createSecret')}</LinkButton>;
}

/** The same amount to the same receiver is on its way and nobody knows its end: asking once more has to be meant. */
function Duplicate({ operationId, change }: { operationId: string; change: Change }) {
  const t = useTranslations('payments.refused');
  const { operation } = useFollowed(operationId);
  return (
    <div className="grid gap-2" role="alert">
      <Callout tone="warn" icon="unknown" title={t('twin')}>
        {operation
          ? t.rich('twinWords', {
              who: operation.actor.name,
              amount: () => <Money cents={operation.amount} />,
              when: () => <Instant at={operation.sentAt ?? operation.createdAt} variant="time" />,
            })
          : t('twinTodo')}
      </Callout>
      <CheckLine checked={change.meant} onChange={(event) => change.mean(event.target.checked)}>
        {t('twinAgree')}
      </CheckLine>
    </div>
  );
}

type RejectedProps = Pick<Props, 'onRepeated'> & Pick<Change, 'error' | 'problem'> & { operationId: string };

/** It was asked and refused; where it never left, the same request can go once more. */
function Rejected({ operationId, error, problem, onRepeated }: RejectedProps) {
  const t = useTranslations('payments.refused');
  const { operation } = useFollowed(operationId);
  const repeat = useRepeat(operationId, onRepeated);
  const neverSent = operation?.state === 'rejected' && operation.reason === 'never_sent';
  return (
    <>
      <ErrorCard error={repeat.error ?? error} action={<Way problem={problem} />} />
      {neverSent && (
        <Callout
          icon="info"
          title={t('neverSent')}
          action={
            operation.may.repeat && (
              <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
                {t('sendAgain')}
              </Button>
            )
          }
        >
          {t('neverSentWords', { reference: operation.clientReference ?? '–' })}
        </Callout>
      )}
    </>
  );
}

/** Codes of faults in words; what the provider wrote stays as it wrote it. */
export function useFaultLabels(): (fault: FieldError, bounds?: AmountBounds) => string | null {
  const t = useTranslations('payments.faults');
  return (fault, bounds) => {
    if (fault === null) return null;
    const key = plainWhereUnknown(fault, bounds);
    if (!t.has(key)) return fault;
    return t(key as 'required', { min: formatBrl(bounds?.min ?? 0), max: formatBrl(bounds?.max ?? 0) });
  };
}

/** Bounds that nobody told cannot be named. */
function plainWhereUnknown(fault: string, bounds: AmountBounds | undefined): string {
  if (fault === 'below_minimum' && bounds?.min == null) return 'too_small';
  if (fault === 'above_maximum' && bounds?.max == null) return 'too_large';
  return fault;
}

/** The server's faults by field, as codes or the provider's own words. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** Tells if every fault of a refusal stands at one of these fields, so that no card has to repeat it. */
export function saidAtFields(error: unknown, fields: readonly string[]): boolean {
  const faults = faultsOf(error);
  if (faults.size === 0 || !(error instanceof CallError)) return false;
  if (error.problem.operationId !== undefined || error.problem.provider !== undefined) return false;
  return [...faults.keys()].every((field) => fields.includes(field));
}

/** Queries that a new money operation makes stale: payments, operations, balance and limits. */
export const staleByMoney = (account: string) => [
  paymentKeys.all(account),
  allOperations(account),
  allOverview(account),
];
