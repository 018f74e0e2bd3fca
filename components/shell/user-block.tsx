'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useSavePreferences } from './preferences.ts';
import { useSession } from './session-context.tsx';
import { useRoleLabels } from './use-role-labels.ts';
import { useUserItems } from './use-user-items.ts';

/** The signed-in operator, their roles, and their own preferences. */
export function UserBlock() {
  const t = useTranslations('shell');
  const { session, account } = useSession();
  const save = useSavePreferences();
  const roles = useRoleLabels()(account.roles);
  const toggleTheme = () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('color-scheme') === 'dark';
    const system = document.documentElement.dataset.theme === 'system';
    const isDark = system ? matchMedia('(prefers-color-scheme: dark)').matches : dark;
    void save({ theme: isDark ? 'light' : 'dark' });
  };
  const items = useUserItems();
  const trigger = (
    <button type="button" className="me-button" aria-label={t('userMenu', { name: session.operator.name })}>
      <Icon name="user" />
      <span className="min-w-0">
        <b>{session.operator.name}</b>
        <small>{roles}</small>
      </span>
    </button>
  );
  return (
    <div className="me">
      <Menu
        label={t('userMenu', { name: session.operator.name })}
        trigger={trigger}
        items={items}
        side="top"
      />
      <IconButton icon="theme" label={t('toggleTheme')} onClick={toggleTheme} />
    </div>
  );
}
