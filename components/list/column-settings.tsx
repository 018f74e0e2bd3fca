'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSavePreferences } from '#components/shell/preferences.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { initialColumns, type List } from '#lib/list/list.ts';
import { optionalColumns } from './grid/columns.ts';

type Props = {
  list: List;
  columns: readonly string[];
  name: (column: string) => ReactNode;
  onColumns: (next: readonly string[]) => void;
};

/** Which columns, and how close the rows stand. */
export function ColumnSettings({ list, columns, name, onColumns }: Props) {
  const t = useTranslations('list');
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  const choices = optionalColumns(list).map((column) => ({
    kind: 'check' as const,
    id: column,
    label: name(column),
    checked: columns.includes(column),
    onChange: (on: boolean) =>
      onColumns(on ? [...columns, column] : columns.filter((other) => other !== column)),
  }));
  const reset = {
    kind: 'item' as const,
    id: 'reset',
    label: t('column.reset'),
    onSelect: () => onColumns(initialColumns(list)),
  };
  return (
    <span className="btn-join max-wide:hidden">
      <Menu
        label={t('column.button')}
        align="end"
        items={[...choices, { kind: 'rule', id: 'rule' }, reset]}
        trigger={<IconButton icon="columns" variant="plain" size="md" label={t('column.button')} />}
      />
      <IconButton
        icon="lines"
        variant="plain"
        size="md"
        label={t(`density.${density}`)}
        onClick={() => void save({ density: density === 'compact' ? 'comfortable' : 'compact' })}
      />
    </span>
  );
}
