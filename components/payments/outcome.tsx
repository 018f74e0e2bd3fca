'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { ApprovalWaiting } from '#components/operations/approval.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { ReadingLine, Skeleton } from '#components/ui/skeleton.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { Confirmed } from './confirmed.tsx';
import { useRepeat } from './use-repeat.ts';

type Props = {
  operationId: string;
  page: PaymentPage;
  title: string;
  onRepeated: (operationId: string) => void;
  /** A blank form. */
  onNew: () => void;
  newLabel: string;
  /** The form with what was sent; absent where nothing is remembered. */
  onRestore?: (() => void) | undefined;
  onOpen: (id: string) => void;
};

/** State of the operation just asked, while it is on screen: told as it is, never as hoped. */
export function Outcome(props: Props) {
  const { operationId, title, onNew, newLabel, onRestore } = props;
  const t = useTranslations('payments.outcome');
  const { operation, error, refetch } = useFollowed(operationId);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that asked is gone: the answer takes the focus, so that it is read and the next Tab goes on from here.
    if (document.activeElement === document.body) top.current?.focus();
  }, []);
  const waiting = operation === undefined && !error;
  const open = operation === undefined || isOpen(operation.state);
  const failed = operation !== undefined && !open && operation.state !== 'confirmed';
  return (
    <Panel
      title={title}
      local={open}
      note={operation?.clientReference && <CopyId value={operation.clientReference} />}
      footer={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <span className="flex-1">{open && t('keepsLooking')}</span>
          {failed && onRestore && <Button onClick={onRestore}>{t('restore')}</Button>}
          <Button onClick={onNew}>{newLabel}</Button>
        </span>
      }
    >
      <div ref={top} tabIndex={-1} className="grid gap-3 outline-none" aria-busy={waiting || undefined}>
        {error && operation === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {waiting && (
          <>
            <ReadingLine className="grid" words={t('reading')} width="60%" />
            <Skeleton width="40%" />
          </>
        )}
        {operation && <Told {...props} operation={operation} />}
      </div>
    </Panel>
  );
}

function Told({ operation, page, onRepeated, onOpen }: Props & { operation: Operation }) {
  const t = useTranslations('payments.outcome');
  const repeat = useRepeat(operation.id, onRepeated);
  if (operation.state === 'awaiting_approval') return <ApprovalWaiting operation={operation} />;
  if (operation.state === 'confirmed') return <Confirmed operation={operation} page={page} onOpen={onOpen} />;
  return (
    <>
      <OperationState operationId={operation.id}>
        {isOpen(operation.state) && <p>{t(page === 'charges' ? 'unknownCharge' : 'unknown')}</p>}
      </OperationState>
      {operation.state === 'rejected' && operation.may.repeat && (
        <Callout
          title={t('neverSent')}
          action={
            <Button aria-busy={repeat.busy || undefined} onClick={() => void repeat.submit(undefined)}>
              {t('sendAgain')}
            </Button>
          }
        >
          {t('sameReference')}
        </Callout>
      )}
      {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
    </>
  );
}
