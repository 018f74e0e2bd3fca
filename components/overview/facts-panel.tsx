'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { QueryPanel } from '#components/overview/query-panel.tsx';
import { Fact } from '#components/ui/fact.tsx';
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
      {(profile) => <Facts profile={profile} />}
    </QueryPanel>
  );
}

function Facts({ profile }: { profile: Profile }) {
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
    <dl className="facts">
      <Fact name={t('name')}>{profile.name}</Fact>
      <Fact name={t('number')}>{number}</Fact>
      <Fact name={t('status')}>{profile.status === 'ACTIVE' ? t('active') : profile.status}</Fact>
      <Fact name={t('charge')}>
        <Range min={profile.chargeMin} max={profile.chargeMax} />
      </Fact>
      <Fact name={t('withdrawal')}>
        <Range min={profile.withdrawalMin} max={profile.withdrawalMax} />
      </Fact>
      {told && <Fact name={t('may')}>{held.length === 0 ? t('nothing') : held.join(', ')}</Fact>}
    </dl>
  );
}

function Range({ min, max }: { min: number | null; max: number | null }) {
  const t = useTranslations('overview.facts');
  if (min === null || max === null) return '–';
  return t('range', { min: formatBrl(min), max: formatBrl(max) });
}

function Waiting() {
  const t = useTranslations('overview.facts');
  return (
    <dl className="facts">
      {[t('name'), t('number'), t('status'), t('charge'), t('withdrawal'), t('may')].map((name) => (
        <Fact key={name} name={name}>
          <Skeleton width="9rem" />
        </Fact>
      ))}
    </dl>
  );
}
