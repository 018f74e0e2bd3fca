'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status } from '#components/ui/status.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { earlierColumns } from '#lib/disputes/disputes.list.ts';
import { disputeName } from '#lib/disputes/rules.ts';
import { useResultLabels } from '../own-labels.ts';
import { useDisputeTable } from '../queue/dispute-cells.tsx';
import { endedAs } from './ended-as.ts';

const KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'flow' } as const;

type Row = DisputeDetail['earlier'][number] & { id: string };

/** Earlier defenses, each of which opens its dispute. */
export function EarlierRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  const table = useDisputeTable({ columns: earlierColumns, state: 'answered', label });
  return <DataTable {...table} cell={EarlierCell} rows={rows} />;
}

function EarlierCell({ row, column }: { row: Row; column: string }) {
  const t = useTranslations('disputes.earlier');
  const words = useResultLabels();
  switch (column) {
    case 'time':
      return <Instant at={row.answeredAt} variant="day" />;
    case 'dispute':
      return disputeName(row);
    case 'result':
      return (
        <Status kind={KIND[endedAs(row)]} calm>
          {words({ ...row, status: null })}
        </Status>
      );
    case 'files':
      return t('files', { count: row.files });
    default:
      return <Money cents={row.amount} />;
  }
}
