'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { SelectionBarFrame } from '#components/ui/selection-bar-frame.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import type { LongList } from './use-long-list.ts';
import { idsOf, type Selection } from './use-selection.ts';

const ORDER: readonly Direction[] = ['in', 'out', 'still'];

type Amount = { cents: number | null; direction: Direction };

/** A row's amount, or several. */
export type AmountOf<R> = (row: R) => Amount | readonly Amount[];

/** Sums of rows by direction; directions without rows are omitted. */
export function Sums<R>({ rows, amountOf }: { rows: readonly R[]; amountOf: AmountOf<R> }) {
  const sums = new Map<Direction, number>();
  for (const { cents, direction } of rows.flatMap(amountOf))
    sums.set(direction, (sums.get(direction) ?? 0) + (cents ?? 0));
  return ORDER.map((direction) => {
    const cents = sums.get(direction);
    return cents === undefined ? null : <Money key={direction} cents={cents} direction={direction} />;
  });
}

type Props<R> = {
  selection: Pick<Selection<R>, 'ids' | 'rows' | 'whole' | 'takeWhole' | 'clear'>;
  amountOf?: AmountOf<R> | undefined;
  idOf?: ((row: R) => string) | undefined;
  /** Sum of the selected rows, where it is not the sum of their amounts. */
  sums?: ReactNode;
  /**
   * The whole filter: its total (null: unknown), and whether more rows than the read ones can be selected.
   */
  filter?: { total: number | null; more: boolean } | undefined;
  /** Actions on the selected rows. */
  children: ReactNode;
};

/** Count and sum of the selected rows, and the actions on them. */
export function SelectionBar<R>({ selection, amountOf, idOf, sums, filter, children }: Props<R>) {
  const t = useTranslations('list.selection');
  const toast = useToast();
  const { ids, rows, clear, whole, takeWhole } = selection;
  const total = filter?.total ?? null;
  const copy = async () => {
    const all = idsOf(selection, idOf);
    await navigator.clipboard.writeText(all.join('\n'));
    toast(t('copied', { count: all.length }));
  };
  const status = whole ? (
    <span>{total === null ? t('wholeOpen') : t('whole', { count: total })}</span>
  ) : (
    <>
      <span className="whitespace-nowrap">
        {t.rich('count', { count: ids.size, b: (words) => <b>{words}</b> })}
      </span>
      {sums ?? (amountOf && <Sums rows={[...rows.values()]} amountOf={amountOf} />)}
    </>
  );
  return (
    <SelectionBarFrame label={t('label')} status={status}>
      {filter?.more && !whole && (
        <Button variant="quiet" onClick={takeWhole}>
          {total === null ? t('takeWholeOpen') : t('takeWhole', { count: total })}
        </Button>
      )}
      {children}
      {!whole && (
        <Button icon="copy" onClick={copy}>
          {t('copyIds')}
        </Button>
      )}
      <IconButton icon="x" size="md" label={t('clear')} shortcut="Esc" onClick={clear} />
    </SelectionBarFrame>
  );
}

type LongProps<R extends ListRow> = Pick<Props<R>, 'amountOf' | 'sums' | 'children'> & {
  of: Pick<LongList<object, R, ListSums>, 'selection' | 'rows' | 'exportOf'>;
};

/**
 * The selection bar of a long list. The whole filter can be selected once all read rows are; the export is
 * the last action.
 */
export function LongSelectionBar<R extends ListRow>({ of, children, ...bar }: LongProps<R>) {
  const { selection, rows, exportOf } = of;
  const { ids, whole } = selection;
  return (
    <SelectionBar
      selection={selection}
      filter={{ total: rows.total, more: !rows.ended && ids.size >= rows.book.size }}
      {...bar}
    >
      {children}
      {whole ? exportOf() : exportOf([...ids])}
    </SelectionBar>
  );
}
