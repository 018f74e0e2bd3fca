import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { SelectionBarFrame } from '#components/ui/page.tsx';
import { useToast } from '#components/ui/toast.tsx';

type Chosen<R> = {
  rows: ReadonlyMap<string, R>;
  /** Every row of the filter is selected, read or not. */
  whole: boolean;
};
export type Selection<R> = Chosen<R> & {
  ids: ReadonlySet<string>;
  toggle: (row: R) => void;
  add: (rows: Iterable<R>) => void;
  clear: () => void;
  takeWhole: () => void;
};

/** The selected rows by id, so that a refresh does not move them. A new filter `of` clears them. */
export function useSelection<R extends { readonly id: string }>(of: string): Selection<R> {
  const [{ rows, whole }, setChosen] = useState<Chosen<R>>({ rows: new Map(), whole: false });
  const actions = useMemo(() => {
    const choose = (next: (before: Chosen<R>['rows']) => Chosen<R>['rows']) =>
      setChosen((before) => ({ rows: next(before.rows), whole: false }));
    return {
      toggle: (row: R) =>
        choose((before) => {
          const after = new Map(before);
          if (!after.delete(row.id)) after.set(row.id, row);
          return after;
        }),
      add(more: Iterable<R>) {
        const found = [...more].map((row) => [row.id, row] as const);
        choose((before) => new Map([...before, ...found]));
      },
      clear: () => choose(() => new Map()),
      takeWhole: () => setChosen((before) => ({ ...before, whole: true })),
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another choice
  useEffect(() => actions.clear(), [of, actions]);
  return useMemo(() => ({ rows, whole, ids: new Set(rows.keys()), ...actions }), [rows, whole, actions]);
}

/** The ids of the selected rows, each once. */
export const idsOf = <R,>({ ids, rows }: Pick<Selection<R>, 'ids' | 'rows'>, idOf?: (row: R) => string) =>
  idOf === undefined ? [...ids] : [...new Set([...rows.values()].map(idOf))];

const ORDER: readonly Direction[] = ['in', 'out', 'still'];

type Amount = { cents: number | null; direction: Direction };

export type AmountOf<R> = (row: R) => Amount | readonly Amount[];

/** Sums of rows by direction; directions without rows are omitted. */
export function Sums<R>({ rows, amountOf }: { rows: readonly R[]; amountOf: AmountOf<R> }) {
  const amounts = Map.groupBy(rows.flatMap(amountOf), ({ direction }) => direction);
  return ORDER.map((direction) => {
    const sum = amounts.get(direction)?.reduce((total, { cents }) => total + (cents ?? 0), 0);
    return sum === undefined ? null : <Money key={direction} cents={sum} direction={direction} />;
  });
}

type Props<R> = {
  selection: Pick<Selection<R>, 'ids' | 'rows' | 'whole' | 'takeWhole' | 'clear'>;
  amountOf?: AmountOf<R> | undefined;
  idOf?: ((row: R) => string) | undefined;
  /** Sum of the selected rows, where it is not the sum of their amounts. */
  sums?: ReactNode;
  /** The filter's total (null: unknown), and whether more than the read rows can be selected. */
  filter?: { total: number | null; more: boolean } | undefined;
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
        {t.rich('count', { count: ids.size, b: (text) => <b>{text}</b> })}
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
