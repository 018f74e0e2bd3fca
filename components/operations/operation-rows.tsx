'use client';

import { useTranslations } from 'next-intl';
import { Address } from '#components/ui/address.tsx';
import { NoteName } from '#components/ui/data-table/cell-parts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { operationsList } from '#lib/operations/operations.list.ts';
import type { Operation } from '#lib/operations/queries.ts';
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
