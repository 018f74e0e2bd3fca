import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useLazy } from '#components/ui/use-lazy.ts';
import { offerSignIn } from '#lib/api/session-end.ts';
import type { Session } from '#lib/session/contract.ts';
import { AccountSwitcher } from '../shell/account-switcher.tsx';
import { Bell } from '../shell/bell.tsx';
import { Brand } from '../shell/brand.tsx';
import { CommandProvider } from '../shell/command-context.tsx';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import { type BandKind, bandOf, EnvBand } from '../shell/env-band.tsx';
import { useSavePreferences } from '../shell/preferences.ts';
import { ReadOnlyBanner } from '../shell/read-only-banner.tsx';
import { useSession } from '../shell/session-context.tsx';
import { StepUpProvider } from '../shell/step-up.tsx';
import { useRoleLabels } from '../shell/use-role-labels.ts';
import { useUserItems } from '../shell/use-user-items.ts';
import { CommandLayers } from './command-layers.tsx';
import { NavList } from './nav-list.tsx';
import { TabBar } from './tab-bar.tsx';

type Props = {
  session: Session;
  /** Slug. */
  account: string;
  /** The provider refused changes with PZA206. */
  readOnly?: boolean;
  /** Notice that every page of the account must show. */
  notice?: ReactNode;
  /** With which money one works, where it is not the account's. */
  band?: BandKind;
  children: ReactNode;
};

/** Band, side bar and page; inside a SessionProvider. */
export function ShellFrame({ session, account: slug, readOnly = false, notice, ...rest }: Props) {
  const t = useTranslations('shell');
  const account = session.accounts.find((candidate) => candidate.slug === slug);
  if (account === undefined) return null;
  const { band = bandOf(account), children } = rest;
  return (
    <CommandProvider>
      <div className="shell-root" data-band={band}>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <EnvBand kind={band} />
        <div className="shell">
          <aside className="side" aria-label={t('sideLabel')}>
            <div className="brand-row">
              <Link className="brand" href={`/${slug}/overview`}>
                <Brand />
              </Link>
              <Bell />
            </div>
            <AccountSwitcher />
            <NavList />
            <UserBlock />
          </aside>
          <main className="main" id="content" tabIndex={-1}>
            <ConnectionBanner />
            {notice}
            {readOnly && <ReadOnlyBanner />}
            <StepUpProvider>{children}</StepUpProvider>
          </main>
        </div>
        <TabBar />
        <CommandLayers />
        <SignInAgain />
      </div>
    </CommandProvider>
  );
}

type Asked = (signedIn: boolean) => void;
const fetchDialog = () => import('#components/shell/sign-in-again-dialog.tsx');

/** Asks for a new sign-in where the session ended under the page; its dialog is fetched when it is first needed. */
function SignInAgain() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ answer: Asked } | null>(null);
  const [loaded, load] = useLazy(fetchDialog);
  useEffect(
    () =>
      offerSignIn(async () => {
        await load();
        const signedIn = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
        setAsked(null);
        // Queries that were refused meanwhile, and show an error, are read again.
        if (signedIn) void client.invalidateQueries();
        return signedIn;
      }),
    [client, load],
  );
  return loaded && asked && <loaded.SignInAgainDialog onEnd={asked.answer} />;
}

/** The signed-in operator, their roles, and their own preferences. */
function UserBlock() {
  const t = useTranslations('shell');
  const { session, account } = useSession();
  const save = useSavePreferences();
  const items = useUserItems();
  const roles = useRoleLabels()(account.roles);
  const toggleTheme = () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('color-scheme') === 'dark';
    const system = document.documentElement.dataset.theme === 'system';
    const isDark = system ? matchMedia('(prefers-color-scheme: dark)').matches : dark;
    void save({ theme: isDark ? 'light' : 'dark' });
  };
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
