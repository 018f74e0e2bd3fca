'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { TAB, Tabs } from '#components/ui/tabs.tsx';
import { DepositsView } from './deposits/deposits-view.tsx';
import { LinesView } from './lines-view.tsx';
import { usePlace } from './use-statement.ts';

/** The account's statement and, where the account has them, the deposits that wait to be credited. */
export function StatementView() {
  const place = usePlace();
  const { account } = useSession();
  const hasDeposits = account.capabilities.includes('pending-deposits');
  const tabs = hasDeposits ? <PlaceTabs pending={place.tab === 'pending'} /> : null;
  return place.tab === 'pending' && hasDeposits ? (
    <DepositsView place={place} tabs={tabs} />
  ) : (
    <LinesView place={place} tabs={tabs} />
  );
}

function PlaceTabs({ pending }: { pending: boolean }) {
  const t = useTranslations('statement.tabs');
  const { account } = useSession();
  const base = `/${account.slug}/statement`;
  const current = (on: boolean) => (on ? ('page' as const) : undefined);
  return (
    <Tabs aria-label={t('label')}>
      <Link className={TAB} href={base} aria-current={current(!pending)}>
        {t('lines')}
      </Link>
      <Link className={TAB} href={`${base}?tab=pending`} aria-current={current(pending)}>
        {t('pending')}
      </Link>
    </Tabs>
  );
}
