'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NextLookUp } from '#components/operations/next-look-up.tsx';
import { operationLook } from '#components/operations/operation-look.ts';
import { useKindWords, useStateWords } from '#components/operations/operation-words.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { CARD_KINDS } from '#lib/card/rules.ts';
import { type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import type { CardBeside } from '../use-card-page.ts';

/** What was asked here and has no end yet; absent where nothing waits. */
export function OpenRequests({ beside }: { beside: CardBeside }) {
  const t = useTranslations('card.open');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, CARD_KINDS));
  const items = data?.items ?? [];
  if (error !== null && data === undefined) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (items.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note', { count: items.length })} local>
      <ul className="grid gap-2">
        {items.map((operation) => (
          <Line key={operation.id} operation={operation} onOpen={() => beside.openOperation(operation.id)} />
        ))}
      </ul>
    </Panel>
  );
}

function Line({ operation, onOpen }: { operation: Operation; onOpen: () => void }) {
  const kind = useKindWords()(operation.kind);
  const state = useStateWords()(operation.state);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status kind={operationLook(operation.state).kind}>{state}</Status>
      <button type="button" className="min-h-6 font-medium underline" onClick={onOpen}>
        {kind}
      </button>
      {operation.amount !== null && <Money cents={operation.amount} direction="still" />}
      <CopyId value={operation.clientReference ?? operation.target} />
      <span className="text-ink-3">
        <Instant at={operation.createdAt} look="minute" /> · {operation.actor.name}
      </span>
      <span className="text-ink-3">
        <NextLookUp operation={operation} />
      </span>
    </li>
  );
}
