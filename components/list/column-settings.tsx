'use client';

import { useTranslations } from 'next-intl';
import { useSavePreferences } from '#components/app-shell/preferences.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { ButtonGroup, IconButton } from '#components/ui/button.tsx';
import { optionalColumns } from '#components/ui/data-table/columns.ts';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { initialColumns, type List } from '#lib/list/list.ts';
import type { ShownColumns } from './use-columns.ts';

/** `offers`: the columns that can be shown now; absent: all. */
type Props = { list: List; columns: ShownColumns; offers?: readonly string[] | undefined };

type Of = { list: List; columns: ShownColumns; offers: readonly string[] | undefined };

/** A menu item per optional column, and one that restores the initial columns. */
function useColumnItems({ list, columns: { names, choose, nameOf }, offers }: Of): MenuItem[] {
  const t = useTranslations('list');
  const offered = optionalColumns(list).filter((column) => offers?.includes(column) ?? true);
  return [
    ...offered.map((column) => ({
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

/** Buttons for the visible columns and the row density. */
export function ColumnSettings({ list, columns, offers }: Props) {
  const t = useTranslations('list');
  const items = useColumnItems({ list, columns, offers });
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  return (
    <ButtonGroup className="max-wide:hidden">
      <Menu
        label={t('column.button')}
        align="end"
        items={items}
        trigger={<IconButton icon="columns" variant="plain" size="md" label={t('column.button')} />}
      />
      <IconButton
        icon="lines"
        variant="plain"
        size="md"
        label={t(`density.${density}`)}
        onClick={() => void save({ density: density === 'compact' ? 'comfortable' : 'compact' })}
      />
    </ButtonGroup>
  );
}
