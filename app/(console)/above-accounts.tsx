import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ShellFrame } from '#components/frame/shell-frame.tsx';
import { bandOf } from '#components/shell/env-band.tsx';
import { LiveUpdates } from '#components/shell/live-updates.tsx';
import { SessionProvider } from '#components/shell/session-context.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { getSession } from '#lib/session/server/get-session.ts';

/** `all`: the page is of all accounts at once, so that real money among them decides the band. */
type Props = { all?: boolean; children: ReactNode };

/** The frame of pages above all accounts; beside settings stand the pages of the account one was on last. */
export async function AboveAccounts({ all = false, children }: Props) {
  const ctx = await pageOperator();
  const [session, jar] = await Promise.all([getSession({ ctx }), cookies()]);
  const last = jar.get('account')?.value;
  const account = session.accounts.find(({ slug }) => slug === last) ?? session.accounts[0];
  if (account === undefined) redirect('/sign-in?error=no-account');
  const real = session.accounts.find(({ environment }) => environment === 'production');
  const ofBand = (all ? real : undefined) ?? account;
  return (
    <SessionProvider session={session} account={account.slug}>
      <LiveUpdates />
      <ShellFrame session={session} account={account.slug} band={bandOf(ofBand)}>
        {children}
      </ShellFrame>
    </SessionProvider>
  );
}
