'use client';

import { useTranslations } from 'next-intl';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PickedBar } from '#components/ui/picked-bar.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Row } from '#lib/transactions/rows.ts';
import { type Direction, directionOf } from '#lib/transactions/rules.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';
import type { Selection } from '../list/use-selection.ts';
import { TransactionsExport } from './transactions-export.tsx';
import type { Resending } from './use-resend.ts';
import type { TransactionRows } from './use-transactions.ts';

/** As many as stand in an address. */
const MOST_CHOSEN = 200;
const ORDER: readonly Direction[] = ['in', 'out', 'still'];

type Props = {
  selection: Selection<Row>;
  rows: TransactionRows;
  filters: TransactionFilters;
  resend: Resending;
  onError: (error: unknown) => void;
};

/** Count and sum of what is selected, and what can be done with it. */
export function SelectionBar({ selection, rows: all, filters, resend, onError }: Props) {
  const t = useTranslations('list.selection');
  const words = useTranslations('resends.action');
  const toast = useToast();
  const { ids, rows, clear, whole, takeWhole } = selection;
  const mayExport = useCan('export');
  // All that was read is chosen, and there is more.
  const more = !whole && !all.ended && ids.size >= all.book.size;
  const sums = sumOf(rows);
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'));
    toast(t('copied', { count: ids.size }));
  };
  const status = whole ? (
    <span>{all.total === null ? t('wholeOpen') : t('whole', { count: all.total })}</span>
  ) : (
    <>
      <span className="whitespace-nowrap">
        {t.rich('count', { count: ids.size, b: (words) => <b>{words}</b> })}
      </span>
      {ORDER.map(
        (direction) =>
          sums[direction] !== null && <Money key={direction} cents={sums[direction]} direction={direction} />,
      )}
    </>
  );
  const exportable = whole || ids.size <= MOST_CHOSEN;
  return (
    <PickedBar label={t('label')} status={status}>
      {more && (
        <Button variant="quiet" onClick={takeWhole}>
          {all.total === null ? t('takeWholeOpen') : t('takeWhole', { count: all.total })}
        </Button>
      )}
      {resend.filtered !== null && <Button onClick={resend.filtered}>{words('filter')}</Button>}
      {resend.selected !== null && !whole && (
        <Button icon="send" onClick={() => resend.selected?.(ids)}>
          {words('selection')}
        </Button>
      )}
      {mayExport && exportable && (
        <TransactionsExport
          filters={filters}
          count={all.total}
          {...(whole ? {} : { ids: [...ids] })}
          onError={onError}
        />
      )}
      {mayExport && !exportable && <span className="cap">{t('mostExported', { most: MOST_CHOSEN })}</span>}
      {!whole && (
        <Button icon="copy" onClick={copy}>
          {t('copyIds')}
        </Button>
      )}
      <IconButton icon="x" size="md" label={t('clear')} shortcut="Esc" onClick={clear} />
    </PickedBar>
  );
}

/** Cents of the chosen rows by direction; null where no chosen row has it. */
function sumOf(rows: Selection<Row>['rows']): Record<Direction, number | null> {
  const sums: Record<Direction, number | null> = { in: null, out: null, still: null };
  for (const row of rows.values()) {
    const direction = directionOf(row);
    sums[direction] = (sums[direction] ?? 0) + (row.amount ?? 0);
  }
  return sums;
}
