import type { ReactNode } from 'react';
import { UnconfiguredNotice } from '#components/app-shell/auth-layout.tsx';
import { BlockNotice } from '#components/app-shell/block-notice.tsx';
import { LiveUpdates } from '#components/app-shell/connection.tsx';
import { AccountTrouble } from '#components/app-shell/page-fallbacks.tsx';
import { PageHydration, StoreLastAccount } from '#components/app-shell/providers.tsx';
import { SessionProvider } from '#components/app-shell/session.tsx';
import { ShellFrame } from '#components/app-shell/shell-frame.tsx';
import { LateConfirmationNotice } from '#components/operations/late-confirmation-notice.tsx';
import { pageContext } from '#lib/api/page.ts';
import { frameReads } from '#lib/app-shell/server/frame-reads.ts';
import { firstPaint } from '#lib/handlers.ts';
import { getHealth } from '#lib/overview/server/get-account.ts';
import { getSession } from '#lib/session/server/get-session.ts';

type Props = { children: ReactNode; params: Promise<{ account: string }> };

export default async function AccountLayout({ children, params }: Props) {
  const { account } = await params;
  const ctx = await pageContext(account, 'read');
  const { slug } = ctx.account;
  const [session, health, frame] = await Promise.all([
    getSession({ ctx }),
    getHealth({ ctx }),
    firstPaint(ctx, frameReads(ctx)),
  ]);
  const notice = (
    <>
      {ctx.account.unconfigured === true && <UnconfiguredNotice />}
      <BlockNotice account={slug} />
      <LateConfirmationNotice account={slug} />
    </>
  );
  return (
    <SessionProvider session={session} account={slug}>
      <LiveUpdates />
      <StoreLastAccount />
      <PageHydration key={slug} state={frame}>
        <ShellFrame session={session} account={slug} readOnly={health.blockedBy === 'PZA206'} notice={notice}>
          <AccountTrouble>{children}</AccountTrouble>
        </ShellFrame>
      </PageHydration>
    </SessionProvider>
  );
}
