'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PickedBar } from '#components/ui/picked-bar.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Selection } from './use-selection.ts';

const ORDER = ['in', 'out', 'still'] as const;
type Direction = (typeof ORDER)[number];

export type AmountOf<R> = (row: R) => { cents: number | null; direction: Direction };
type Props<R> = {
  selection: Pick<Selection<R>, 'ids' | 'rows' | 'whole' | 'takeWhole' | 'clear'>;
  amountOf: AmountOf<R>;
  /** Of the whole filter: its count where it is known, and whether more may be chosen than was read. */
  filter?: { total: number | null; more: boolean };
  /** What can be done with it. */
  children: ReactNode;
};

/** Count and sum of what is selected, and what can be done with it. */
export function SelectionBar<R>({ selection, amountOf, filter, children }: Props<R>) {
  const t = useTranslations('list.selection');
  const toast = useToast();
  const { ids, rows, clear, whole, takeWhole } = selection;
  const total = filter?.total ?? null;
  const sums = sumOf([...rows.values()].map(amountOf));
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'));
    toast(t('copied', { count: ids.size }));
  };
  const status = whole ? (
    <span>{total === null ? t('wholeOpen') : t('whole', { count: total })}</span>
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
  return (
    <PickedBar label={t('label')} status={status}>
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
    </PickedBar>
  );
}

/** Cents by direction; null where none has it. */
function sumOf(
  amounts: readonly { cents: number | null; direction: Direction }[],
): Record<Direction, number | null> {
  const sums: Record<Direction, number | null> = { in: null, out: null, still: null };
  for (const { cents, direction } of amounts) sums[direction] = (sums[direction] ?? 0) + (cents ?? 0);
  return sums;
}
