'use client';

import { useTranslations } from 'next-intl';
import type { IconName } from '#components/ui/icon.tsx';
import type { MenuItem } from '#components/ui/menu.tsx';
import type { NavItem } from './nav.ts';
import { useAwaiting } from './nav-badge.tsx';
import { useSession } from './session-context.tsx';
import { settingsStart } from './settings-pages.ts';
import { useAccountItems } from './use-account-items.ts';
import { useUserItems } from './use-user-items.ts';

const linkTo = (id: string, label: string, icon: IconName, href: string): MenuItem => ({
  kind: 'link',
  id,
  label,
  icon,
  href,
});

/** Entries of "Mais": the operation that waits for this operator, pages without a tab (`rest`), accounts, choices. */
export function useMoreItems(rest: readonly NavItem[]): MenuItem[] {
  const t = useTranslations('shell');
  const { account, session } = useSession();
  const waiting = useAwaiting();
  const accounts = useAccountItems();
  const choices = useUserItems();
  return [
    ...(waiting === null ? [] : [linkTo('awaiting', waiting.words, 'operator', waiting.href)]),
    { kind: 'words', id: 'pages', label: t('pages') },
    ...rest.map(({ id, icon }) =>
      linkTo(`page-${id}`, t(`nav.${id as 'reports'}`), icon, `/${account.slug}/${id}`),
    ),
    linkTo('page-settings', t('nav.settings'), 'gear', settingsStart(session.permissions)),
    { kind: 'rule', id: 'rule-accounts' },
    { kind: 'words', id: 'accounts', label: t('accounts') },
    ...accounts,
    { kind: 'rule', id: 'rule-choices' },
    { kind: 'words', id: 'choices', label: t('choices') },
    ...choices,
  ];
}
