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
    <button
      type="button"
      className="flex min-w-0 flex-1 items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-hover data-[state=open]:bg-hover wide:max-drawer:flex-none wide:max-drawer:px-1"
      aria-label={t('userMenu', { name: session.operator.name })}
    >
      <Icon name="user" />
      <span className="min-w-0 wide:max-drawer:hidden">
        <b className="block truncate text-xs">{session.operator.name}</b>
        <small className="block truncate text-2xs text-ink-3">{roles}</small>
      </span>
    </button>
  );
  return (
    <div className="flex flex-none items-center gap-1 border-line border-t py-1 pr-2 pl-1 wide:max-drawer:flex-col wide:max-drawer:px-0 wide:max-drawer:py-2">
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
