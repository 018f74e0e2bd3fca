import type { ReactNode } from 'react';
import { LiveUpdates } from '#components/shell/live-updates.tsx';
import { RememberAccount } from '#components/shell/remember-account.tsx';
import { SessionProvider } from '#components/shell/session-context.tsx';
import { ShellFrame } from '#components/shell/shell-frame.tsx';
import { pageContext } from '#lib/api/page.ts';
import { getHealth } from '#lib/overview/server/get-health.ts';
import { getSession } from '#lib/session/server/get-session.ts';

type Props = { children: ReactNode; params: Promise<{ account: string }> };

export default async function AccountLayout({ children, params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  const [session, health] = await Promise.all([getSession({ ctx }), getHealth({ ctx })]);
  return (
    <SessionProvider session={session} account={ctx.account.slug}>
      <LiveUpdates />
      <RememberAccount />
      <ShellFrame session={session} account={ctx.account.slug} readOnly={health.blockedBy === 'PZA206'}>
        {children}
      </ShellFrame>
    </SessionProvider>
  );
}
