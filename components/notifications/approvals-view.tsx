'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PendingRule } from '#components/accounts/pending-rule.tsx';
import { useDecisions } from '#components/app-shell/notices.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { PanelSkeleton } from '#components/ui/panel.tsx';
import { changesOptions, connectionsOptions } from '#lib/connections/queries.ts';
import { WaitingPanel } from './waiting-panel.tsx';

/** Waiting decisions of all accounts: the operator's own, then weaker rules that others decide. */
export function ApprovalsView() {
  const t = useTranslations('inbox.approvals');
  const manages = useSession().session.permissions.includes('manage');
  const { decisions, failed, reading } = useDecisions();
  const none = decisions.length === 0 && failed.length === 0;
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <Page layout="stack">
        {none && reading ? (
          <PanelSkeleton title={t('waiting')} />
        ) : none ? (
          <EmptyState
            framed
            title={t('none')}
            action={manages && <LinkButton href="/settings/policies">{t('rules')}</LinkButton>}
          >
            {t('noneWords')}
          </EmptyState>
        ) : (
          <WaitingPanel />
        )}
        {manages && <RulesOfOthers />}
      </Page>
    </PageFrame>
  );
}

/** Rule changes the operator may not approve. Those the operator may approve are in the waiting panel. */
function RulesOfOthers() {
  const { data: changes } = useQuery(changesOptions());
  const { data: connections } = useQuery(connectionsOptions());
  const elsewhere = new Set(
    changes?.items.filter(({ may }) => !may.approve).map(({ accountId }) => accountId),
  );
  const accounts = connections?.items.filter(({ id }) => elsewhere.has(id)) ?? [];
  return accounts.map((account) => <PendingRule key={account.id} account={account} />);
}
