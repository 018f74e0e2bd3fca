'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CallError } from '#lib/api/client.ts';
import { useRepeat } from './use-repeat.ts';

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
