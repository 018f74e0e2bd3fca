'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/money.ts';
import { profileQuery } from '#lib/overview/queries.ts';
import type { Profile } from '#lib/providers/records.ts';

/** Holder of the account and its permissions; facts that the service does not tell are not listed. */
export function FactsPanel({ account }: { account: string }) {
  const t = useTranslations('overview.facts');
  const query = useQuery(profileQuery(account));
  return (
    <QueryPanel second query={query} title={t('title')} skeleton={<Waiting />}>
      {(profile) => <Told profile={profile} />}
    </QueryPanel>
  );
}

function Told({ profile }: { profile: Profile }) {
  const t = useTranslations('overview.facts');
  const number = [profile.branch, profile.accountNumber].filter((part) => part !== null).join(' / ');
  const rights = [
    { may: profile.allowDeposit, words: t('deposit') },
    { may: profile.allowWithdraw, words: t('withdraw') },
    { may: profile.allowInfraction, words: t('dispute') },
  ];
  const told = rights.some((right) => right.may !== null);
  const held = rights.filter((right) => right.may === true).map((right) => right.words);
  return (
    <Facts
      of={[
        { label: t('name'), value: profile.name },
        { label: t('number'), value: number },
        { label: t('status'), value: profile.status },
        { label: t('charge'), value: <Range min={profile.chargeMin} max={profile.chargeMax} /> },
        { label: t('withdrawal'), value: <Range min={profile.withdrawalMin} max={profile.withdrawalMax} /> },
        { label: t('may'), value: told && (held.length === 0 ? t('nothing') : held.join(', ')) },
      ]}
    />
  );
}

function Range({ min, max }: { min: number | null; max: number | null }) {
  const t = useTranslations('overview.facts');
  if (min === null || max === null) return '–';
  return t('range', { min: formatBrl(min), max: formatBrl(max) });
}

function Waiting() {
  const t = useTranslations('overview.facts');
  const names = ['name', 'number', 'status', 'charge', 'withdrawal', 'may'] as const;
  return <Facts of={names.map((name) => ({ label: t(name), value: <Skeleton width="9rem" /> }))} />;
}
