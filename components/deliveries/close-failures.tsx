'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type ClosedFailures, closeForm, MANUAL_REASONS } from '#lib/deliveries/close-form.ts';
import { allDeliveries, type DeliveryFacts } from '#lib/deliveries/queries.ts';
import { LONGEST_CLOSE_NOTE } from '#lib/deliveries/rules.ts';

type Props = { which: ClosedFailures; count: number; onClose: () => void };

/**
 * Closes failures that need no resend, with a reason; they no longer count in totals, badge and incidents.
 */
function CloseFailuresDialog({ which, count, onClose }: Props) {
  const t = useTranslations('deliveries.close');
  const toast = useToast();
  const { slug } = useSession().account;
  const form = useOperationForm('POST /deliveries/failures/close', closeForm, {
    facts: which,
    stored: false,
    proof: 'none',
    stale: [allDeliveries(slug)],
    errorText: (error) => (error === 'required' ? t('noteRequired') : null),
    onDone({ changed, more }) {
      toast(more ? t('doneMore', { count: changed }) : t('done', { count: changed }));
      onClose();
    },
  });
  return (
    <OperationForm
      form={form}
      title={t('title', { count })}
      confirm={t('confirm', { count })}
      onSubmit={() => form.submit()}
      onClose={onClose}
      fieldsFirst
    >
      <p>{t('text')}</p>
      <OperationFields
        form={form}
        labels={{
          reason: {
            label: t('reason'),
            options: Object.fromEntries(MANUAL_REASONS.map((reason) => [reason, t(`reasons.${reason}`)])),
          },
          note: { label: t('note'), rule: (length) => t('noteRule', { length, most: LONGEST_CLOSE_NOTE }) },
        }}
      />
    </OperationForm>
  );
}

type ButtonProps = { which: ClosedFailures; count: number; size?: 'sm' | 'md' };

/** Opens the dialog; hidden if the operator may not resend. */
export function CloseFailuresButton({ which, count, size = 'md' }: ButtonProps) {
  const t = useTranslations('deliveries.close');
  const may = useCan('resend');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        {count === 1 ? t('action') : t('actionMany', { count })}
      </Button>
      {open && <CloseFailuresDialog which={which} count={count} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How and why this notice was closed; it can be reopened unless it expired. */
export function ClosedPart({ facts }: { facts: DeliveryFacts }) {
  const t = useTranslations('deliveries.close');
  const toast = useToast();
  const may = useCan('resend');
  const { slug } = useSession().account;
  const reopen = useOperation('POST /deliveries/failures/reopen', {
    proof: 'none',
    stale: [allDeliveries(slug)],
    onDone: () => toast(t('reopened')),
  });
  const { closed, delivery } = facts;
  if (closed === null) return null;
  return (
    <DetailPart title={t('closed')}>
      <Facts
        of={[
          { label: t('reason'), value: t(`reasons.${closed.reason}`) },
          { label: t('note'), value: closed.note },
          { label: t('by'), value: closed.by?.name ?? t('byItself') },
          { label: t('at'), at: closed.at, variant: 'minute' },
        ]}
      />
      {may && closed.reason !== 'expired' && (
        <Button
          size="sm"
          className="mt-2"
          disabled={reopen.busy}
          onClick={() => void reopen.submit({ ids: [delivery.id] })}
        >
          {t('reopen')}
        </Button>
      )}
    </DetailPart>
  );
}
