'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { earlierColumns } from '#lib/disputes/disputes.list.ts';
import { disputeName, endingOf } from '#lib/disputes/rules.ts';
import { useResultLabels } from '../own-labels.ts';
import { useDisputeTable } from '../queue/dispute-cells.tsx';

const MOST = 6;

const KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'flow' } as const;

type Row = DisputeDetail['earlier'][number] & { id: string };

/** Earlier defenses, each of which opens its dispute. */
function EarlierRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  const table = useDisputeTable({ columns: earlierColumns, state: 'answered', label });
  return <DataTable {...table} cell={EarlierCell} rows={rows} />;
}

/** An earlier defense is told by its result alone. */
const endedAs = ({ result }: { result: string | null }) => endingOf({ status: null, result });

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

/** How earlier defenses of the same type ended; each can be read again. */
export function EarlierPanel({ detail: { earlier } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.earlier');
  const ended = earlier.filter(({ state }) => state === 'closed');
  const kept = ended.filter((one) => endedAs(one) === 'kept').length;
  const rows = earlier.slice(0, MOST).map((one) => ({ ...one, id: one.disputeId }));
  return (
    <Panel
      title={t('title')}
      note={ended.length > 0 && t('note', { kept, count: ended.length })}
      padded={false}
      className="overflow-hidden"
    >
      {rows.length === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        <EarlierRows label={t('title')} rows={rows} />
      )}
    </Panel>
  );
}
