import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Session } from '#lib/session/contract.ts';
import { AccountSwitcher } from '../shell/account-switcher.tsx';
import { Bell } from '../shell/bell.tsx';
import { Brand } from '../shell/brand.tsx';
import { ClockNotice } from '../shell/clock-notice.tsx';
import { CommandProvider } from '../shell/command-context.tsx';
import { ConnectionBanner } from '../shell/connection-banner.tsx';
import { type BandKind, bandOf, EnvBand } from '../shell/env-band.tsx';
import { ReadOnlyBanner } from '../shell/read-only-banner.tsx';
import { SignInAgain } from '../shell/sign-in-again.tsx';
import { StepUpProvider } from '../shell/step-up.tsx';
import { UserBlock } from '../shell/user-block.tsx';
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
            <ClockNotice />
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
