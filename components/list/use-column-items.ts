'use client';

import { useTranslations } from 'next-intl';
import { optionalColumns } from '#components/ui/data-table/columns.ts';
import type { MenuItem } from '#components/ui/menu.tsx';
import { initialColumns, type List } from '#lib/list/list.ts';
import type { ShownColumns } from './use-columns.ts';

type Of = { list: List; columns: ShownColumns; offers: readonly string[] | undefined };

/** Each column that may be shown, and the way back to those that stand at first. */
export function useColumnItems({ list, columns: { names, choose, nameOf }, offers }: Of): MenuItem[] {
  const t = useTranslations('list');
  const may = optionalColumns(list).filter((column) => offers?.includes(column) ?? true);
  return [
    ...may.map((column) => ({
      kind: 'check' as const,
      id: column,
      label: nameOf(column),
      checked: names.includes(column),
      onChange: (on: boolean) => choose(on ? [...names, column] : names.filter((other) => other !== column)),
    })),
    { kind: 'rule', id: 'rule' },
    { kind: 'item', id: 'reset', label: t('column.reset'), onSelect: () => choose(initialColumns(list)) },
  ];
}
