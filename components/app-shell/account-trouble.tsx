'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AccountTroubleContext } from '#components/ui/error-card.tsx';
import { healthQuery } from '#lib/overview/account-queries.ts';
import { doctorPath } from './nav.ts';
import { useCan, useSession } from './session.tsx';

/** Every card of a read that failed says what the account of this page has to do with it. */
export function AccountTrouble({ children }: { children: ReactNode }) {
  return <AccountTroubleContext value={Trouble}>{children}</AccountTroubleContext>;
}

/** Of an account that was never reached: what of its address to look at. */
export function Unreached() {
  const t = useTranslations('common.unreached');
  const { data } = useQuery(healthQuery(useSession().account.slug));
  if (data === undefined || data.unreached === null) return null;
  return (
    <p>
      {t(data.unreached, { host: data.host })} {t('credential')} <ToDoctor />
    </p>
  );
}

/** Link to the doctor, which checks address and credential together; without the permission, whom to ask. */
function ToDoctor() {
  const t = useTranslations('common.unreached');
  const { account } = useSession();
  if (!useCan('manage')) return <>{t('ask')}</>;
  return <Link href={doctorPath(account.slug)}>{t('doctor')}</Link>;
}

/** A refused credential, or an address that was never reached. */
function Trouble({ credential }: { credential: boolean }) {
  if (!credential) return <Unreached />;
  return (
    <p>
      <ToDoctor />
    </p>
  );
}
