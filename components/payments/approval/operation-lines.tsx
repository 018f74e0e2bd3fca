'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { useKindLabels, useStateLabels } from '#components/operations/operation-labels.ts';
import { operationLook } from '#components/operations/operation-look.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status } from '#components/ui/status.tsx';
import { operationLineColumns } from '#lib/operations/operations.list.ts';
import type { Operation } from '#lib/operations/queries.ts';

type Props = {
  label: string;
  items: readonly Operation[];
  /** Shows in the row who asked and who approved, instead of the receiver. */
  people?: boolean;
};

/** Operations beside the one that is decided; each leads to its own page. */
export function OperationLines({ label, items, people = false }: Props) {
  const t = useTranslations('operations.approval.lines');
  const { slug } = useSession().account;
  return (
    <DataTable
      columns={operationLineColumns}
      rows={items}
      cell={people ? PeopleCell : KindCell}
      words={{
        label,
        loading: label,
        column: (name) => t(name === 'what' && people ? 'people' : (name as 'what')),
      }}
      opening={{ href: ({ id }) => `/${slug}/operations/${id}` }}
    />
  );
}

type CellProps = { row: Operation; column: string };

function KindCell({ row, column }: CellProps) {
  const kinds = useKindLabels();
  if (column !== 'what') return <LineCell row={row} column={column} />;
  const name = row.intent.receiverName ?? row.intent.receiver ?? row.intent.pixKey;
  return (
    <>
      {kinds(row.kind)}
      {typeof name === 'string' && name !== '' && <span className="text-ink-3"> · {name}</span>}
    </>
  );
}

function PeopleCell({ row, column }: CellProps) {
  const t = useTranslations('operations.approval.lines');
  const me = useSession().session.operator.id;
  if (column !== 'what') return <LineCell row={row} column={column} />;
  const { actor, approval } = row;
  const by = approval.declined ? null : approval.by;
  if (by !== null) return t('both', { asked: actor.name, approved: by.id === me ? t('you') : by.name });
  return row.state === 'confirmed' ? t('alone', { asked: actor.name }) : actor.name;
}

function LineCell({ row, column }: CellProps) {
  const states = useStateLabels();
  const { createdAt, state, amount } = row;
  const moved = state === 'confirmed';
  if (column === 'when') return <Instant at={createdAt} variant="minute" />;
  if (column === 'amount') return <Money cents={amount} direction={moved ? 'out' : 'still'} />;
  return (
    <Status kind={operationLook(state).kind} calm={moved}>
      {states(row)}
    </Status>
  );
}
