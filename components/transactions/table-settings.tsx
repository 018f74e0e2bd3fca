'use client';

import { useTranslations } from 'next-intl';
import { useSavePreferences } from '#components/shell/preferences.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { COLUMNS, type Column, FIXED, INITIAL } from './columns.ts';

type Props = { columns: readonly Column[]; onColumns: (next: readonly Column[]) => void };

/** Which columns, and how close the rows stand. */
export function TableSettings({ columns, onColumns }: Props) {
  const t = useTranslations('transactions');
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  const choices = COLUMNS.filter((column) => !FIXED.includes(column)).map((column) => ({
    kind: 'check' as const,
    id: column,
    label: t(`column.${column}`),
    checked: columns.includes(column),
    onChange: (on: boolean) =>
      onColumns(on ? [...columns, column] : columns.filter((other) => other !== column)),
  }));
  const reset = {
    kind: 'item' as const,
    id: 'reset',
    label: t('column.reset'),
    onSelect: () => onColumns(INITIAL),
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
