import type { ReactNode } from 'react';
import { LiveUpdates } from '#components/app-shell/connection.tsx';
import { bandOf } from '#components/app-shell/layout-parts.tsx';
import { PageHydration } from '#components/app-shell/providers.tsx';
import { SessionProvider } from '#components/app-shell/session.tsx';
import { ShellFrame } from '#components/app-shell/shell-frame.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchFrame } from '#lib/app-shell/server/prefetch-frame.ts';
import { lastAccount } from './last-account.ts';

/** `all`: the page is of all accounts at once, so that real money among them decides the band. */
type Props = { all?: boolean; children: ReactNode };

/** Accounts whose facts come with the page of all; further ones are asked for by the browser. */
export const PREFETCHED_ACCOUNTS = 8;

/** The frame of pages above all accounts; beside settings stand the pages of the account one was on last. */
export async function AboveAccounts({ all = false, children }: Props) {
  const { session, account } = await lastAccount();
  const shown = all ? session.accounts.slice(0, PREFETCHED_ACCOUNTS) : [account];
  const frames = await Promise.all(
    shown.map(async ({ slug }) => prefetchFrame({ ctx: await pageContext(slug, 'read') })),
  );
  const real = session.accounts.find(({ environment }) => environment === 'production');
  const ofBand = (all ? real : undefined) ?? account;
  return (
    <SessionProvider session={session} account={account.slug}>
      <LiveUpdates />
      <PageHydration state={frames}>
        <ShellFrame session={session} account={account.slug} band={bandOf(ofBand)}>
          {children}
        </ShellFrame>
      </PageHydration>
    </SessionProvider>
  );
}
