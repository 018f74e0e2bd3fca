'use client';

import { useTranslations } from 'next-intl';
import { useSavePreferences } from '#components/shell/preferences.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { initialColumns, type List } from '#lib/list/list.ts';
import { optionalColumns } from './grid/columns.ts';
import type { ShownColumns } from './use-columns.ts';

/** `offers`: of its columns those that may stand now; all without. */
type Props = { list: List; columns: ShownColumns; offers?: readonly string[] };

/** Control for the shown columns and the density of the rows. */
export function ColumnSettings({ list, columns: { names, choose, nameOf }, offers }: Props) {
  const t = useTranslations('list');
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  const may = optionalColumns(list).filter((column) => offers?.includes(column) ?? true);
  const choices = may.map((column) => ({
    kind: 'check' as const,
    id: column,
    label: nameOf(column),
    checked: names.includes(column),
    onChange: (on: boolean) => choose(on ? [...names, column] : names.filter((other) => other !== column)),
  }));
  const reset = {
    kind: 'item' as const,
    id: 'reset',
    label: t('column.reset'),
    onSelect: () => choose(initialColumns(list)),
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
