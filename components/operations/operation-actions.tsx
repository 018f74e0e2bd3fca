'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { settleForm } from '#lib/operations/forms.ts';
import { type Operation, operationKeys } from '#lib/operations/queries.ts';
import { MoneyFacts } from './money-facts.tsx';
import { useKindLabels } from './operation-labels.ts';
import { LookUpButton } from './operation-state.tsx';

type DialogProps = { operation: Operation; kind: string; onClose: () => void };

const ANSWERS = ['yes', 'no'] as const;

/** Lets a person who knows the outcome record it, and how they know, where no look-up finds it. */
function SettleDialog({ operation, kind, onClose }: DialogProps) {
  const t = useTranslations('operations.settle');
  const account = useSession().account.slug;
  const form = useOperationForm('POST /operations/{id}/settle', settleForm, {
    params: { id: operation.id },
    facts: null,
    stale: [operationKeys.all(account), ['payments', account], ['disputes', account], ['card', account]],
    words: (code) => (t.has(code) ? t(code as 'choose') : code),
    onDone: onClose,
  });
  const { nextLookUpAt, lookedUpAt } = operation;
  const { error, ...choice } = form.at('happened');
  const reason = {
    label: t('reason'),
    rule: (count: number, most: number) => t('reasonRule', { count, most }),
    hint: t('reasonKept'),
  };
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title', { kind })}
      confirm={t('confirm')}
      closeLabel={t('close')}
      note={t('note')}
      fieldsFirst
      wide
    >
      <MoneyFacts operation={operation} />
      <Callout tone="warn" icon="unknown" title={t(nextLookUpAt === null ? 'stopped' : 'looking')}>
        {lookedUpAt === null
          ? t('neverLooked')
          : t.rich('looked', { when: () => <Instant at={lookedUpAt} /> })}{' '}
        {t('check')}
      </Callout>
      <ChoiceField
        {...choice}
        label={t('question')}
        options={ANSWERS.map((value) => ({ value, label: t(value) }))}
      >
        {ANSWERS.map((answer) => (
          <p key={answer} className={fieldAnswer()}>
            <span>
              <b>{t(answer)}</b>: {t(`${answer}Means`, { money: moneyOf(operation.kind) })}
            </span>
          </p>
        ))}
        {error && (
          <p className={fieldAnswer({ fault: true })} role="alert">
            <Icon name="octagon" tone="danger" />
            <span>{error}</span>
          </p>
        )}
      </ChoiceField>
      <OperationFields form={form} words={{ reason }} />
    </OperationForm>
  );
}

/** Whether an operation's money goes out, comes in, or none moves. */
function moneyOf(kind: string): 'leaves' | 'comes' | 'none' {
  if (/^(withdrawal|transfer|refund)\.|^card-charge\.reverse$/.test(kind)) return 'leaves';
  return /^(card-)?charge\.create$/.test(kind) ? 'comes' : 'none';
}

/** "Look up now", "Repeat" and "Record the outcome", each only where it helps and this operator may. */
export function OperationActions({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.do');
  const kind = useKindLabels()(operation.kind);
  const [dialog, setDialog] = useState<'repeat' | 'settle' | null>(null);
  const close = () => setDialog(null);
  const { may, state } = operation;
  const nothing = !may.lookUp && !may.repeat;
  const neverSent = state === 'rejected' && may.repeat;
  if (state !== 'unknown' && !neverSent) return null;
  return (
    <>
      {nothing && <span className="text-xs text-ink-3">{t('cannotLookUp')}</span>}
      {may.lookUp && !neverSent && <LookUpButton operation={operation} />}
      {may.repeat && (
        <Button onClick={() => setDialog('repeat')}>{t(neverSent ? 'sendAgain' : 'repeat')}</Button>
      )}
      {may.settle && <Button onClick={() => setDialog('settle')}>{t('settle')}</Button>}
      {dialog === 'repeat' && <RepeatDialog operation={operation} kind={kind} onClose={close} />}
      {dialog === 'settle' && <SettleDialog operation={operation} kind={kind} onClose={close} />}
    </>
  );
}

function RepeatDialog({ operation, kind, onClose }: DialogProps) {
  const t = useTranslations('operations.do');
  const rotation = /^(webhook|callback-secret)\.(rotate|create)$/.test(operation.kind);
  const money = /^(charge|withdrawal|transfer|refund)\./.test(operation.kind);
  const words = () => {
    if (rotation) return t('repeatRotation');
    if (operation.state === 'rejected') return t('repeatNeverSent');
    return t(money ? 'repeatMoney' : 'repeatWords');
  };
  const repeat = useOperation('POST /operations/{id}/repeat', {
    params: { id: operation.id },
    proof: rotation ? 'inside' : 'none',
    stale: [operationKeys.all(useSession().account.slug)],
    onDone: onClose,
  });
  return (
    <OperationForm
      form={repeat}
      onClose={onClose}
      title={t('repeatTitle', { kind })}
      confirm={t('repeatButton')}
      closeLabel={t('repeatClose')}
    >
      <p>{words()}</p>
    </OperationForm>
  );
}
