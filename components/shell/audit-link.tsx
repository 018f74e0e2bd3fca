'use client';

import { useTranslations } from 'next-intl';
import { Link } from '#components/ui/link.tsx';
import { useSession } from './session-context.tsx';

/** "What happened here": the audit log of this thing; absent for who may not manage all accounts. */
export function AuditLink({ target }: { target: string }) {
  const t = useTranslations('shell');
  const { session } = useSession();
  if (!session.permissions.includes('manage')) return null;
  return (
    <p className="mt-1 text-xs">
      <Link href={`/settings/audit?target=${encodeURIComponent(target)}`}>{t('whatHappened')}</Link>
    </p>
  );
}
