'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { type Connections, connectionsOptions } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type PoliciesShown, policiesOptions } from '#lib/policies/queries.ts';
import { useSaid } from './use-said.tsx';

const TOLD = ['secondFactor', 'idleMinutes', 'absoluteHours'] as const;

/** Enrichment the team: how people come in, and from which amounts on a second one is asked; changed on a page of its own. */
export function PoliciesSummary() {
  const t = useTranslations('policies');
  const { data, error, refetch } = useQuery(policiesOptions());
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PanelSkeleton title={t('title')} />;
  return <Told shown={data} />;
}

function Told({ shown }: { shown: PoliciesShown }) {
  const t = useTranslations('policies');
  const said = useSaid(shown);
  const { signOn } = shown;
  const { data, error, refetch } = useQuery(connectionsOptions());
  return (
    <Panel title={t('title')} action={<Link href="/settings/policies">{t('summary.change')}</Link>}>
      <Facts
        of={[
          ...TOLD.map((name) => ({ label: t(`signIn.${name}`), value: said[name] })),
          { label: t('signIn.stepUp'), value: t('signIn.stepUpHeld') },
          { label: t('approval.title'), value: data && <Limits accounts={data.items} /> },
          {
            label: t('signIn.signOn'),
            value: signOn && t('signIn.signOnHeld', { issuer: signOn.issuer, claim: signOn.roleClaim }),
          },
        ]}
      />
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} className="mt-2" />}
    </Panel>
  );
}

/** Account by account, where there is a limit. */
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
