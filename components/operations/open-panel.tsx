'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { SheetRoute } from '#components/list/use-drawer-route.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { openOperationColumns } from '#lib/operations/operations.list.ts';
import { type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import { receiverOf, useKindLabels } from './operation-labels.ts';
import { NextLookUp, OperationStatus, TimeLeft } from './operation-state.tsx';

/** The open operations of a page, each with the person or event it waits for; absent if there are none. */
export function OpenPanel({ kinds, route }: { kinds: readonly string[]; route: SheetRoute }) {
  const t = useTranslations('operations.waiting');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, kinds));
  const items = data?.items ?? [];
  if (error !== null && data === undefined) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (items.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note', { count: items.length })} padded={false} local>
      <DataTable
        columns={openOperationColumns}
        rows={items}
        cell={OpenCell}
        labels={{ label: t('title'), loading: t('title'), column: (name) => t(`columns.${name as 'time'}`) }}
        opening={{ open: route.op, onOpen: route.showOperation }}
        waits={() => true}
      />
    </Panel>
  );
}

function OpenCell({ row, column }: { row: Operation; column: string }) {
  const t = useTranslations('operations.waiting');
  const kinds = useKindLabels();
  const me = useSession().session.operator.id;
  const { actor, clientReference, state, may } = row;
  switch (column) {
    case 'time':
      return <Instant at={row.createdAt} variant="minute" />;
    case 'state':
      return <OperationStatus operation={row} />;
    case 'who':
      return (
        <span title={clientReference ?? undefined}>
          {receiverOf(row) ?? clientReference ?? kinds(row.kind)}
        </span>
      );
    case 'by':
      return actor.id === me ? t('you') : actor.name;
    case 'next':
      if (state !== 'awaiting_approval') return <NextLookUp operation={row} />;
      return (
        <>
          {may.approve && `${t('mayApprove')} · `}
          <TimeLeft operation={row} />
        </>
      );
    default:
      return <Money cents={row.amount} direction="still" />;
  }
}
