'use client';

import { useTranslations } from 'next-intl';
import { useSavePreferences } from '#components/shell/preferences.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LazyMenu } from '#components/ui/menu.tsx';
import type { List } from '#lib/list/list.ts';
import type { ShownColumns } from './use-columns.ts';

const fetchItems = async () => (await import('./use-column-items.ts')).useColumnItems;

/** `offers`: of its columns those that may stand now; all without. */
type Props = { list: List; columns: ShownColumns; offers?: readonly string[] | undefined };

/** Control for the shown columns and the density of the rows. */
export function ColumnSettings({ list, columns, offers }: Props) {
  const t = useTranslations('list');
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  return (
    <span className="btn-join max-wide:hidden">
      <LazyMenu
        label={t('column.button')}
        align="end"
        items={fetchItems}
        of={{ list, columns, offers }}
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
