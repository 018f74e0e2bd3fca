'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PendingRule, UnreadRules } from '#components/accounts/pending-rule.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { PanelSkeleton } from '#components/ui/panel-skeleton.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { policiesOptions } from '#lib/policies/queries.ts';
import { ApprovalLimits } from './approval-limits.tsx';
import { SignInPolicies } from './sign-in-policies.tsx';

/** Weaker rules that wait, the limits of approval, and the policies of sign-in. `waiting`: decisions, above them. */
export function PoliciesView({ waiting }: { waiting?: ReactNode }) {
  const t = useTranslations('policies');
  const policies = useQuery(policiesOptions());
  const connections = useQuery(connectionsOptions());
  const accounts = connections.data?.items ?? [];
  const unread = policies.error !== null && (
    <ErrorCard error={policies.error} onRetry={() => void policies.refetch()} />
  );
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <Page layout="stack">
        <UnreadRules />
        {waiting}
        {connections.error !== null && (
          <ErrorCard error={connections.error} onRetry={() => void connections.refetch()} />
        )}
        {accounts.map((account) => (
          <PendingRule key={account.id} account={account} />
        ))}
        {policies.data && unread}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
          <ApprovalLimits accounts={accounts} />
          {policies.data ? (
            <SignInPolicies shown={policies.data} />
          ) : (
            unread || <PanelSkeleton title={t('signIn.title')} />
          )}
        </div>
      </Page>
    </PageFrame>
  );
}
