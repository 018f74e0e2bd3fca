import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Session } from '#lib/session/contract.ts';
import { type BandKind, BRAND, Brand, bandOf, EnvBand, ReadOnlyBanner } from './auth-layout.tsx';
import { Bell } from './bell.tsx';
import { CommandProvider } from './command-context.tsx';
import { CommandLayers } from './command-layers.tsx';
import { ClockNotice, ConnectionBanner } from './connection.tsx';
import { CONTROLS, denialReason, pathOf } from './nav.ts';
import { AccountSwitcher, NavList, TabBar, UserBlock } from './navigation.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { StepUpProvider } from './step-up.tsx';

type Props = {
  session: Session;
  /** The account's slug. */
  account: string;
  /** The provider refused changes with PZA206. */
  readOnly?: boolean;
  /** A notice shown on every page of the account. */
  notice?: ReactNode;
  /** The environment band, where it is not the account's own. */
  band?: BandKind;
  children: ReactNode;
};

/** The environment band, side bar and page. Requires a SessionProvider. */
export function ShellFrame({ session, account: slug, readOnly = false, notice, ...rest }: Props) {
  const t = useTranslations('shell');
  const account = session.accounts.find((candidate) => candidate.slug === slug);
  if (account === undefined) return null;
  const { band = bandOf(account), children } = rest;
  return (
    <CommandProvider>
      <div className="[--env:1.5rem] data-[band=production]:[--env:3px]" data-band={band}>
        <a
          className="absolute -top-12 left-2 z-70 bg-ink px-3 py-2 text-ink-inverse focus:top-2"
          href="#content"
        >
          {t('skip')}
        </a>
        <EnvBand
          kind={band}
          controls={
            band === 'simulator' && denialReason(CONTROLS, account) === null
              ? pathOf(slug, CONTROLS)
              : undefined
          }
        />
        <div className="grid h-[calc(100dvh-var(--env))] grid-cols-[var(--side)_minmax(0,1fr)] max-wide:block max-wide:h-auto">
          <aside
            className="flex min-h-0 flex-col border-line-strong border-r bg-surface max-wide:hidden"
            aria-label={t('sideLabel')}
          >
            <div className="flex flex-none items-center wide:max-drawer:flex-col wide:max-drawer:pb-1">
              <Link
                className={`${BRAND} h-bar min-w-0 flex-1 px-3 wide:max-drawer:flex-none wide:max-drawer:justify-center wide:max-drawer:gap-0 wide:max-drawer:px-0 wide:max-drawer:text-[0px]`}
                href={`/${slug}/overview`}
              >
                <Brand />
              </Link>
              <Bell />
            </div>
            <AccountSwitcher />
            <NavList />
            <UserBlock />
          </aside>
          <main
            className="@container/room relative flex min-h-0 min-w-0 flex-col focus-visible:-outline-offset-2 max-wide:min-h-[calc(100dvh-var(--env))] max-wide:pb-[var(--tab-bar)]"
            id="content"
            tabIndex={-1}
          >
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
