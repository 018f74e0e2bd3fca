'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationState, useFollowed } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { cardChargesList } from '#lib/card/card.list.ts';
import { type CardCharge, cardChargeOptions, cardChargesOptions } from '#lib/card/queries.ts';
import { FAILED, PAID } from '#lib/card/rules.ts';
import { CardStatus, cardAmountOf } from '../card-status.tsx';
import { useCardChanged, useReasonLabels, useStatusLabels } from '../use-card-change.ts';
import type { CreatedCharge } from './card-form.tsx';

type Props = { created: CreatedCharge; onOpen: (id: string) => void; onClose: () => void };

/** The submit button may be far below. */
const scrollIntoView = (result: HTMLElement | null) => result?.scrollIntoView({ block: 'nearest' });

/** The actual state of the charge just requested. */
export function CardResult({ created, onOpen, onClose }: Props) {
  const t = useTranslations('card.result');
  const changed = useCardChanged();
  const { operation, error, refetch } = useFollowed(created.operationId, changed);
  const charge = useCharge(created, operation?.clientReference ?? null);
  const confirmed = operation?.state === 'confirmed';
  return (
    <div ref={scrollIntoView} className="scroll-mt-4">
      <Panel
        title={t('title')}
        local={!confirmed}
        note={operation?.clientReference && <CopyId value={operation.clientReference} />}
        footer={
          <span className="flex flex-wrap items-center gap-2">
            {charge && <Button onClick={() => onOpen(charge.id)}>{t('open')}</Button>}
            <Button onClick={onClose}>{t('close')}</Button>
          </span>
        }
      >
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {operation === undefined && !error && <p role="status">{t('waits')}</p>}
        {operation && !confirmed && (
          <OperationState operationId={created.operationId}>
            <p>{t('unknown')}</p>
          </OperationState>
        )}
        {confirmed && charge && <Settled charge={charge} />}
      </Panel>
    </div>
  );
}

/** The created charge: by the answer's id, otherwise found in the list by its order reference. */
function useCharge({ chargeId }: CreatedCharge, reference: string | null): CardCharge | null {
  const account = useSession().account.slug;
  const list = useInfiniteQuery({
    ...cardChargesOptions(account, cardChargesList.none),
    enabled: chargeId === null && reference !== null,
  });
  const listed = list.data?.pages
    .flatMap(({ items }) => items)
    .find(({ externalId }) => externalId === reference && reference !== null);
  const id = chargeId ?? listed?.id ?? null;
  const one = useQuery({ ...cardChargeOptions(account, id ?? ''), enabled: id !== null });
  return one.data?.charge ?? null;
}

/** The provider has the charge; its status says whether it is paid. */
function Settled({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.result');
  const reason = useReasonLabels()(charge);
  const statusLabel = useStatusLabels();
  const { statusCode } = charge;
  const failed = statusCode !== null && FAILED.includes(statusCode);
  return (
    <div className="grid gap-2" aria-live="polite">
      {statusCode !== PAID && (
        <Callout tone={failed ? 'danger' : 'idle'} title={t(failed ? 'notCharged' : 'notSettled')}>
          {statusLabel(charge)}
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Money {...cardAmountOf(charge)} size="big" />
        <CardStatus charge={charge} badge />
        {reason !== null && <span>{reason}</span>}
      </div>
    </div>
  );
}
