'use client';

import { useTranslations } from 'next-intl';
import { useOperation } from '#components/operations/use-operation.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import type { CallError } from '#lib/api/client.ts';
import { saidAtFields } from './use-faults.ts';
import type { Again } from './use-money-form.ts';
import { useRepeat } from './use-repeat.ts';

type Props = {
  error: unknown;
  problem: CallError['problem'] | null;
  /** Names of the fields on screen: what stands at them is not said twice. */
  fields: readonly string[];
  again: Again;
  setAgain: (next: Again) => void;
  /** A new operation stands in the place of one that never left. */
  onRepeated: (operationId: string) => void;
  /** Under which code the refusal asks for words instead of being final. */
  twins?: boolean;
};

/** Why a form of money was not accepted, and the way on; what was typed stands where it stood. */
export function Refused(props: Props) {
  const { error, problem, fields, twins = false } = props;
  if (!error) return null;
  if (problem?.code === 'conflict' && problem.operationId !== undefined && twins)
    return <Twin operationId={problem.operationId} again={props.again} setAgain={props.setAgain} />;
  if (problem?.operationId !== undefined)
    return (
      <Rejected
        operationId={problem.operationId}
        error={error}
        problem={problem}
        onRepeated={props.onRepeated}
      />
    );
  if (saidAtFields(error, fields)) return null;
  return <ErrorCard error={error} action={<Way problem={problem} />} />;
}

/** What helps against this refusal, where something on another page does. */
function Way({ problem }: Pick<Props, 'problem'>) {
  const t = useTranslations('payments.refused');
  const { account } = useSession();
  const secret = problem?.provider?.code === 'CALLBACK_SECRET_MISSING';
  if (!secret || !account.capabilities.includes('callback-secret')) return null;
  return <LinkButton href={`/${account.slug}/webhooks?open=callback`}>{t('createSecret')}</LinkButton>;
}

type TwinProps = Pick<Props, 'again' | 'setAgain'> & { operationId: string };

/** The same amount to the same receiver is on its way and nobody knows its end: asking once more has to be meant. */
function Twin({ operationId, again, setAgain }: TwinProps) {
  const t = useTranslations('payments.refused');
  const { operation } = useOperation(operationId);
  return (
    <div className="grid gap-2" role="alert">
      <Callout tone="warn" icon="unknown" title={t('twin')}>
        {operation
          ? t.rich('twinWords', {
              who: operation.actor.name,
              amount: () => <Money cents={operation.amount} />,
              when: () => <Instant at={operation.sentAt ?? operation.createdAt} look="time" />,
            })
          : t('twinTodo')}
      </Callout>
      <CheckLine
        checked={again.despite === operationId}
        onChange={(event) => {
          const { despite: _, ...rest } = again;
          setAgain(event.target.checked ? { ...rest, despite: operationId } : rest);
        }}
      >
        {t('twinAgree')}
      </CheckLine>
    </div>
  );
}

type RejectedProps = Pick<Props, 'onRepeated' | 'problem'> & { operationId: string; error: unknown };

/** It was asked and refused; where it never left, the same request can go once more. */
function Rejected({ operationId, error, problem, onRepeated }: RejectedProps) {
  const t = useTranslations('payments.refused');
  const { operation } = useOperation(operationId);
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
              <Button aria-busy={repeat.isPending || undefined} onClick={() => repeat.start(null)}>
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
