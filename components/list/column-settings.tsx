'use client';

import { useTranslations } from 'next-intl';
import { useSavePreferences } from '#components/app-shell/preferences.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { ButtonGroup } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import type { List } from '#lib/list/list.ts';
import { useColumnItems } from './use-column-items.ts';
import type { ShownColumns } from './use-columns.ts';

/** `offers`: of its columns those that may stand now; all without. */
type Props = { list: List; columns: ShownColumns; offers?: readonly string[] | undefined };

/** Control for the shown columns and the density of the rows. */
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
