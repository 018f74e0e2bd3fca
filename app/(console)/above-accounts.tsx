import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { SessionProvider } from '#components/shell/session-context.tsx';
import { ShellFrame } from '#components/shell/shell-frame.tsx';
import { pageOperator } from '#lib/api/page.ts';
import { getSession } from '#lib/session/server/get-session.ts';

/** The frame of pages above all accounts; beside them stand the pages of the account one was on last. */
export async function AboveAccounts({ children }: { children: ReactNode }) {
  const ctx = await pageOperator();
  const [session, jar] = await Promise.all([getSession({ ctx }), cookies()]);
  const last = jar.get('account')?.value;
  const account = session.accounts.find(({ slug }) => slug === last) ?? session.accounts[0];
  if (account === undefined) redirect('/sign-in?error=no-account');
  return (
    <SessionProvider session={session} account={account.slug}>
      <ShellFrame session={session} account={account.slug}>
        {children}
      </ShellFrame>
    </SessionProvider>
  );
}
