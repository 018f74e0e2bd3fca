'use client';

import { useTranslations } from 'next-intl';
import { ListTable } from '#components/list/table/list-table.tsx';
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
const endedAs = ({ result }: { result: string | null }) => endingOf({ status: null, result });

/** How earlier defenses of the same type ended; each can be read again. */
export function EarlierPanel({ detail: { earlier } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.earlier');
  const table = useDisputeTable({ columns: earlierColumns, state: 'answered', label: t('title') });
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
        <ListTable {...table} cell={EarlierCell} rows={rows} />
      )}
    </Panel>
  );
}

type Row = DisputeDetail['earlier'][number] & { id: string };

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
