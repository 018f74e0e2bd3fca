'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { QueryBody } from '#components/list/query-body.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { type Connections, connectionsOptions } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type PoliciesShown, policiesOptions } from '#lib/policies/queries.ts';
import type { ShownPolicyName } from './policies-view.tsx';

const SUMMARIZED = ['secondFactor', 'idleMinutes', 'absoluteHours', 'stepUp'] as const;

/** Sign-in policies and approval limits, next to the team. They are changed on their own page. */
export function PoliciesSummary() {
  const t = useTranslations('policies');
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryBody query={useQuery(policiesOptions())} skeleton={<PanelSkeleton title={t('title')} />}>
        {(shown) => <Summary shown={shown} />}
      </QueryBody>
    </div>
  );
}

function Summary({ shown }: { shown: PoliciesShown }) {
  const t = useTranslations('policies');
  const labels = usePolicyLabels(shown);
  const connections = useQuery(connectionsOptions());
  return (
    <Panel title={t('title')} action={<Link href="/settings/policies">{t('summary.change')}</Link>}>
      <div className="grid grid-cols-1 gap-2">
        <Facts
          of={[
            ...SUMMARIZED.map((name) => ({ label: t(`signIn.${name}`), value: labels[name] })),
            {
              label: t('approval.title'),
              value: connections.data && <Limits accounts={connections.data.items} />,
            },
            { label: t('signIn.signOn'), value: labels.signOn },
          ]}
        />
        <QueryBody query={connections} />
      </div>
    </Panel>
  );
}

function Limits({ accounts }: { accounts: Connections['items'] }) {
  const t = useTranslations('policies.summary');
  const limited = accounts.filter(({ settings }) => typeof settings.approvalAbove === 'number');
  if (limited.length === 0) return t('noLimit');
  return limited.map(({ id, name, settings: { approvalAbove: cents } }) => (
    <span key={id} className="block">
      {cents === 0 ? t('all', { name }) : t('above', { name, amount: formatBrl(Number(cents)) })}
    </span>
  ));
}

export function usePolicyLabels(shown: PoliciesShown): Record<ShownPolicyName, ReactNode> {
  const t = useTranslations('policies.signIn');
  const format = useFormatter();
  const { secondFactor, withoutFactor, idleMinutes, absoluteHours, passwordLength, allowedNetworks } = shown;
  const { signOn } = shown;
  const without = t('without', { count: withoutFactor.length, names: format.list(withoutFactor) });
  return {
    secondFactor: (
      <>
        {t(secondFactor)}{' '}
        <span className={withoutFactor.length > 0 ? 'text-xs text-warn-ink' : 'text-xs text-ink-3'}>
          {without}
        </span>
      </>
    ),
    idleMinutes:
      idleMinutes % 60 === 0 ? t('hours', { count: idleMinutes / 60 }) : t('minutes', { count: idleMinutes }),
    absoluteHours:
      absoluteHours % 24 === 0
        ? t('days', { count: absoluteHours / 24 })
        : t('hours', { count: absoluteHours }),
    passwordLength: t('letters', { count: passwordLength }),
    allowedNetworks:
      allowedNetworks.length === 0 ? (
        t('anywhere')
      ) : (
        <span className="mono break-all">{allowedNetworks.join(', ')}</span>
      ),
    stepUp: t('stepUpValue'),
    signOn: signOn && t('signOnValue', { issuer: signOn.issuer, claim: signOn.roleClaim }),
  };
}
