import type { ReactNode } from 'react';
import { LateNotice } from '#components/operations/late-notice.tsx';
import { HydrateAtMount } from '#components/shell/hydrate-at-mount.tsx';
import { LiveUpdates } from '#components/shell/live-updates.tsx';
import { RememberAccount } from '#components/shell/remember-account.tsx';
import { SessionProvider } from '#components/shell/session-context.tsx';
import { ShellFrame } from '#components/shell/shell-frame.tsx';
import { pageContext } from '#lib/api/page.ts';
import { prefetchLate } from '#lib/operations/server/prefetch-late.ts';
import { getHealth } from '#lib/overview/server/get-health.ts';
import { getSession } from '#lib/session/server/get-session.ts';

type Props = { children: ReactNode; params: Promise<{ account: string }> };

export default async function AccountLayout({ children, params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  const { slug } = ctx.account;
  const [session, health, late] = await Promise.all([
    getSession({ ctx }),
    getHealth({ ctx }),
    prefetchLate({ ctx }),
  ]);
  const notice = (
    <HydrateAtMount key={slug} state={late}>
      <LateNotice account={slug} />
    </HydrateAtMount>
  );
  return (
    <SessionProvider session={session} account={slug}>
      <LiveUpdates />
      <RememberAccount />
      <ShellFrame session={session} account={slug} readOnly={health.blockedBy === 'PZA206'} notice={notice}>
        {children}
      </ShellFrame>
    </SessionProvider>
  );
}
