'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useFollowed } from '#components/operations/operation-state.tsx';
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
import { allPayments } from '#lib/payments/queries.ts';

/** What a payment form needs to explain its refusal, from `useOperation`. */
export type Change = Pick<
  ReturnType<typeof useOperation>,
  'error' | 'problem' | 'conflict' | 'meant' | 'mean'
>;
type Props = {
  change: Change;
  /** Every error is shown at a field, so no card repeats it. */
  shownAtFields: boolean;
  /** Called when a new operation replaces one that was never sent. */
  onRepeated: (operationId: string) => void;
  /** Lets the operator confirm a duplicate; otherwise a duplicate is refused. */
  duplicates?: boolean;
};

/** Why a payment form was refused, and how to continue; typed values stay. */
export function Refused({ change, shownAtFields, onRepeated, duplicates = false }: Props) {
  const { error, problem, conflict } = change;
  if (!error) return null;
  const { twin = false } = (problem?.existing ?? {}) as { twin?: boolean };
  if (conflict !== null && duplicates && twin) return <Duplicate operationId={conflict} change={change} />;
  if (problem?.operationId !== undefined)
    return <Rejected operationId={problem.operationId} change={change} onRepeated={onRepeated} />;
  return shownAtFields ? null : <ErrorCard error={error} action={<RemedyLink problem={problem} />} />;
}

/** A link to the page that can fix the refusal, if any. */
function RemedyLink({ problem }: Pick<Change, 'problem'>) {
  const t = useTranslations('payments.refused');
  const { account } = useSession();
  const secret = problem?.provider?.code === 'CALLBACK_SECRET_MISSING';
  if (!secret || !account.capabilities.includes('callback-secret')) return null;
  return <LinkButton href={`/${account.slug}/webhooks?open=callback`}>{t('createSecret')}</LinkButton>;
}

/** A payment of the same amount to the same receiver has an unknown outcome: this one must be confirmed. */
function Duplicate({ operationId, change }: { operationId: string; change: Change }) {
  const t = useTranslations('payments.refused');
  const { operation } = useFollowed(operationId);
  return (
    <div className="grid gap-2" role="alert">
      <Callout tone="warn" icon="unknown" title={t('twin')}>
        {operation
          ? t.rich('duplicateDescription', {
              who: operation.actor.name,
              amount: () => <Money cents={operation.amount} />,
              when: () => <Instant at={operation.sentAt ?? operation.createdAt} variant="time" />,
            })
          : t('twinHint')}
      </Callout>
      <CheckLine checked={change.meant} onChange={(event) => change.mean(event.target.checked)}>
        {t('twinAgree')}
      </CheckLine>
    </div>
  );
}

type RejectedProps = Pick<Props, 'change' | 'onRepeated'> & { operationId: string };

/** The operation was refused; if it was never sent, the same request can be sent again. */
function Rejected({ operationId, change, onRepeated }: RejectedProps) {
  const t = useTranslations('payments.refused');
  const { operation } = useFollowed(operationId);
  const repeat = useRepeat(operationId, onRepeated);
  const neverSent = operation?.state === 'rejected' && operation.reason === 'never_sent';
  return (
    <>
      <ErrorCard error={repeat.error ?? change.error} action={<RemedyLink problem={change.problem} />} />
      {neverSent && (
        <Callout
          icon="info"
          title={t('neverSent')}
          action={operation.may.repeat && <RepeatButton repeat={repeat} label={t('sendAgain')} />}
        >
          {t('neverSentDescription', { reference: operation.clientReference ?? '–' })}
        </Callout>
      )}
    </>
  );
}

/** "Send again" for a request that was never sent: a new operation with the same request and reference. */
export function useRepeat(operationId: string, onRepeated: (operationId: string) => void) {
  const account = useSession().account.slug;
  return useOperation('POST /operations/{id}/repeat', {
    params: { id: operationId },
    proof: 'when-required',
    stale: [allOperations(account), allPayments(account)],
    onDone: ({ operation }) => onRepeated(operation.id),
  });
}

/** Sends the request of `useRepeat`. */
export function RepeatButton({ repeat, label }: { repeat: ReturnType<typeof useRepeat>; label: string }) {
  return (
    <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
      {label}
    </Button>
  );
}

/** Returns the message of an error code; the provider's own texts are unchanged. */
export function useErrorLabels(): (code: FieldError, bounds?: AmountBounds) => string | null {
  const t = useTranslations('payments.errors');
  return (code, bounds) => {
    if (code === null) return null;
    const key = withoutBounds(code, bounds);
    if (!t.has(key)) return code;
    return t(key as 'required', { min: formatBrl(bounds?.min ?? 0), max: formatBrl(bounds?.max ?? 0) });
  };
}

/** Without known bounds, the code of the message that names none. */
function withoutBounds(code: string, bounds: AmountBounds | undefined): string {
  if (code === 'below_minimum' && bounds?.min == null) return 'too_small';
  if (code === 'above_maximum' && bounds?.max == null) return 'too_large';
  return code;
}

/** The server's errors by field, as codes or the provider's own texts. */
export function fieldErrorsOf(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** True if every error of a refusal is at one of these fields, so that no card repeats it. */
export function shownAtFields(error: unknown, fields: readonly string[]): boolean {
  if (!(error instanceof CallError)) return false;
  const { operationId, provider, fields: errors = [] } = error.problem;
  if (errors.length === 0 || operationId !== undefined || provider !== undefined) return false;
  return errors.every(({ field }) => fields.includes(field));
}

/** Queries to invalidate after a money operation: payments, operations, balance and limits. */
export const staleByMoney = (account: string) => [
  allPayments(account),
  allOperations(account),
  allOverview(account),
];
