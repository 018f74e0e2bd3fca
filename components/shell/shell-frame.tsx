import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Session } from '#lib/session/contract.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { Brand } from './brand.tsx';
import { CommandProvider } from './command-context.tsx';
import { CommandLayers } from './command-layers.tsx';
import { bandOf, EnvBand } from './env-band.tsx';
import { NavList } from './nav-list.tsx';
import { ReadOnlyBanner } from './read-only-banner.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { StepUpProvider } from './step-up.tsx';
import { TabBar } from './tab-bar.tsx';
import { UserBlock } from './user-block.tsx';

type Props = {
  session: Session;
  /** Slug. */
  account: string;
  /** The provider refused changes with PZA206. */
  readOnly?: boolean;
  /** What no page of the account may be read without. */
  notice?: ReactNode;
  children: ReactNode;
};

/** Band, side bar and page; inside a SessionProvider. */
export function ShellFrame({ session, account: slug, readOnly = false, notice, children }: Props) {
  const t = useTranslations('shell');
  const account = session.accounts.find((candidate) => candidate.slug === slug);
  if (account === undefined) return null;
  const band = bandOf(account);
  return (
    <CommandProvider>
      <div className="shell-root" data-band={band}>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <EnvBand kind={band} />
        <div className="shell">
          <aside className="side" aria-label={t('sideLabel')}>
            <Link className="brand" href={`/${slug}/overview`}>
              <Brand />
            </Link>
            <AccountSwitcher />
            <NavList />
            <UserBlock />
          </aside>
          <main className="main" id="content" tabIndex={-1}>
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
