'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { Callout } from '#components/ui/callout.tsx';
import type { Dispute } from '#lib/disputes/contract.ts';
import { defensesOptions } from '#lib/disputes/queries.ts';
import { ServiceStatus } from '../service-status.tsx';

/** The service's state does not say whether it was answered, and no defense could be read: once they are, it is right. */
export function DoubtCallout({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.work');
  const { account } = useSession();
  const reads = dispute.mayBeWithBank && account.capabilities.includes('defenses');
  const { data } = useQuery({ ...defensesOptions(account.slug, dispute.id), enabled: reads });
  if (!dispute.mayBeWithBank || (data?.available === true && data.items.length === 0)) return null;
  return (
    <Callout tone="warn" title={t('mayBeWithBank')}>
      {t.rich('mayBeWithBankTodo', { status: () => <ServiceStatus status={dispute.status} /> })}
    </Callout>
  );
}
