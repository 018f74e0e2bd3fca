'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ProofField } from '#components/shell/proof-field.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { ReadError } from '#components/transactions/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type CardCharge, cardChargeOptions } from '#lib/card/queries.ts';
import { formatBrl } from '#lib/money.ts';
import { ReverseFields } from './reverse-fields.tsx';
import { ReverseOutcome } from './reverse-outcome.tsx';
import { useReversal } from './use-reversal.ts';

type Props = { id: string; onClose: () => void };
const nameOf = ({ externalId, id }: CardCharge) => shortId(externalId ?? id);

/** All or part of what is left goes back to the card. What is left is read when this opens, never remembered. */
export function ReverseDialog({ id, onClose }: Props) {
  const t = useTranslations('card.reverse');
  const account = useSession().account.slug;
  const options = { ...cardChargeOptions(account, id), staleTime: 0 };
  const { data, error, refetch, isFetchedAfterMount } = useQuery(options);
  const [sent, setSent] = useState<string | null>(null);
  const charge = isFetchedAfterMount ? data?.charge : undefined;
  if (sent !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('sentTitle', { name: data === undefined ? shortId(id) : nameOf(data.charge) })}
        wide
        footer={
          <Button onClick={onClose} data-autofocus>
            {t('done')}
          </Button>
        }
      >
        <ReverseOutcome operationId={sent} />
      </Dialog>
    );
  if (charge === undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('title', { name: shortId(id) })}
        closeLabel={t('closeLabel')}
        wide
      >
        {error === null ? (
          <p aria-busy="true">
            <span className="sr-only">{t('reading')}</span>
            <Skeleton width="70%" />
          </p>
        ) : (
          <ReadError error={error} onRetry={() => void refetch()} />
        )}
      </Dialog>
    );
  return <Asked charge={charge} onSent={setSent} onClose={onClose} />;
}

type AskedProps = { charge: CardCharge; onSent: (operationId: string) => void; onClose: () => void };

function Asked({ charge, onSent, onClose }: AskedProps) {
  const t = useTranslations('card.reverse');
  const common = useTranslations('common');
  const formId = useId();
  const reversal = useReversal(charge, onSent);
  const { form, cents, good, left } = reversal;
  const nothing = left === 0;
  const label = cents === null ? t('confirm') : t('titleAmount', { amount: formatBrl(cents) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { name: nameOf(charge) })}
      closeLabel={t('closeLabel')}
      wide
      footer={
        <>
          <span className="note">{t('note')}</span>
          <Button onClick={onClose} data-autofocus={form.due ? undefined : true}>
            {common('back')}
          </Button>
          {!nothing && (
            <Button
              type="submit"
              form={formId}
              variant="main"
              aria-disabled={form.busy || form.left > 0 || !good || undefined}
              aria-busy={form.busy || undefined}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          reversal.submit();
        }}
      >
        <ReverseFields charge={charge} reversal={reversal} />
        {!nothing && <ProofField form={form} />}
      </form>
    </Dialog>
  );
}
