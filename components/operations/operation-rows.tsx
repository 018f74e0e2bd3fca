'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import type { DrawerRoute } from '#components/list/use-drawer-route.ts';
import { Address } from '#components/ui/address.tsx';
import { NoteName } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { openOperationColumns, operationsList } from '#lib/operations/operations.list.ts';
import { type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { NextLookUp, TimeLeft } from './look-up.tsx';
import { operationStyle, useKindLabels, useReasonLabels, useStateLabels } from './operation-labels.ts';

/** Table props for a list of operations with this label. */
export function useOperationTable(label: string) {
  const t = useTranslations('operations');
  return {
    columns: operationsList.columns,
    cell: OperationCell,
    words: { label, loading: t('loading'), column: (name: string) => t(`columns.${name as 'what'}`) },
  };
}

function OperationCell({ row, column }: { row: Operation; column: string }) {
  const kinds = useKindLabels();
  const states = useStateLabels();
  const { actor, createdAt, target, amount, intent, state, kind } = row;
  switch (column) {
    case 'state':
      return (
        <Status kind={operationStyle(state).kind} calm={state === 'confirmed'}>
          {states(row)}
        </Status>
      );
    case 'what':
      return kinds(kind);
    case 'amount':
      return <Money cents={amount} direction="still" />;
    case 'target': {
      const named = namedBy(intent) ?? target;
      return (
        <span title={target}>
          <Address url={named === target ? shortId(target) : named} />
        </span>
      );
    }
    case 'actor':
      return actor.name;
    case 'begun':
      return <Instant at={createdAt} />;
    default:
      return <End operation={row} />;
  }
}

/** The URL or receiver of an operation; null where only an id is known. */
function namedBy(intent: Operation['intent']): string | null {
  for (const value of [intent.url, intent.receiverName, intent.receiver])
    if (typeof value === 'string' && value !== '') return value.replace(/^https?:\/\//, '');
  return null;
}

function End({ operation }: { operation: Operation }) {
  const reason = useReasonLabels()(operation.reason);
  const t = useTranslations('operations');
  const { state, settledAt, lateAt, otherAmount } = operation;
  if (state === 'awaiting_approval') return <TimeLeft operation={operation} />;
  if (isOpen(state)) return <NextLookUp operation={operation} />;
  return (
    <>
      <NoteName>{t('columns.end')}</NoteName>
      <Instant at={settledAt} variant="time" />
      {lateAt !== null && <b> · {t(otherAmount === null ? 'late.title' : 'late.otherAmount')}</b>}
      {reason && lateAt === null && <span className="text-ink-3"> · {reason}</span>}
    </>
  );
}

type Props = { items: readonly Operation[]; route: DrawerRoute };

/** The open operations, each with the person or event it waits for. */
function OpenRows({ items, route }: Props) {
  const t = useTranslations('operations.waiting');
  return (
    <Panel title={t('title')} note={t('note', { count: items.length })} padded={false} local>
      <DataTable
        columns={openOperationColumns}
        rows={items}
        cell={OpenCell}
        words={{ label: t('title'), loading: t('title'), column: (name) => t(`columns.${name as 'time'}`) }}
        opening={{ open: route.op, onOpen: route.showOperation }}
        waits={() => true}
      />
    </Panel>
  );
}

function OpenCell({ row, column }: { row: Operation; column: string }) {
  const t = useTranslations('operations.waiting');
  const kinds = useKindLabels();
  const states = useStateLabels();
  const me = useSession().session.operator.id;
  const { createdAt, actor, amount, clientReference, state, kind } = row;
  switch (column) {
    case 'time':
      return <Instant at={createdAt} variant="minute" />;
    case 'state':
      return <Status kind={operationStyle(state).kind}>{states(row)}</Status>;
    case 'who':
      return (
        <span title={clientReference ?? undefined}>{receiverOf(row) ?? clientReference ?? kinds(kind)}</span>
      );
    case 'by':
      return actor.id === me ? t('you') : actor.name;
    case 'next':
      return <Next operation={row} />;
    default:
      return <Money cents={amount} direction="still" />;
  }
}

function receiverOf({ intent }: Operation): string | null {
  for (const name of ['receiverName', 'receiver', 'pixKey']) {
    const value = intent[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function Next({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.waiting');
  const { state, may } = operation;
  if (state !== 'awaiting_approval') return <NextLookUp operation={operation} />;
  return (
    <>
      {may.approve && `${t('mayApprove')} · `}
      <TimeLeft operation={operation} />
    </>
  );
}

/**
 * Operations of this page that wait for a person or for the provider's answer. Renders nothing when there are
 * none.
 */
export function OpenPanel({ kinds, route }: { kinds: readonly string[]; route: DrawerRoute }) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, kinds));
  const items = data?.items ?? [];
  if (error !== null && data === undefined) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  return items.length === 0 ? null : <OpenRows items={items} route={route} />;
}
