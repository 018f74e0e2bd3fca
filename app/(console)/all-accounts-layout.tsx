import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { bandOf } from '#components/app-shell/auth-layout.tsx';
import { LiveUpdates } from '#components/app-shell/connection.tsx';
import { PageHydration } from '#components/app-shell/providers.tsx';
import { SessionProvider } from '#components/app-shell/session.tsx';
import { ShellFrame } from '#components/app-shell/shell-frame.tsx';
import { pageContext, pageOperator } from '#lib/api/page.ts';
import { frameReads } from '#lib/app-shell/server/frame-reads.ts';
import { firstPaint } from '#lib/handlers.ts';
import { holdingReads } from '#lib/overview/server/overview-reads.ts';
import { getSession } from '#lib/session/server/get-session.ts';

/** The session of a page of no single account, and the account whose menu it shows: the last opened one. */
export const lastAccount = cache(async () => {
  const ctx = await pageOperator();
  const [session, jar] = await Promise.all([getSession({ ctx }), cookies()]);
  const last = jar.get('account')?.value;
  const account = session.accounts.find(({ slug }) => slug === last) ?? session.accounts[0];
  if (account === undefined) redirect('/sign-in?error=no-account');
  return { session, account };
});

/** `all`: the page shows all accounts, so its band is that of production if any account has real money. */
type Props = { all?: boolean; children: ReactNode };

/** Number of accounts prefetched for the page of all accounts; the browser reads the others. */
const PREFETCHED_ACCOUNTS = 8;

/**
 * The layout of pages of no single account; next to settings, the menu is that of the last opened account.
 */
export async function AboveAccounts({ all = false, children }: Props) {
  const { session, account } = await lastAccount();
  const shown = all ? session.accounts.slice(0, PREFETCHED_ACCOUNTS) : [account];
  const states = await Promise.all(
    shown.map(async ({ slug }) => {
      const ctx = await pageContext(slug, 'read');
      return firstPaint(ctx, [...frameReads(ctx), ...(all ? holdingReads(ctx) : [])]);
    }),
  );
  const real = session.accounts.find(({ environment }) => environment === 'production');
  const ofBand = (all ? real : undefined) ?? account;
  return (
    <SessionProvider session={session} account={account.slug}>
      <LiveUpdates />
      <PageHydration state={states}>
        <ShellFrame session={session} account={account.slug} band={bandOf(ofBand)}>
          {children}
        </ShellFrame>
      </PageHydration>
    </SessionProvider>
  );
}
