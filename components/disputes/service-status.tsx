'use client';

import { useTranslations } from 'next-intl';

/** Shows the provider's dispute status: translated when known, otherwise as received. */
export function ServiceStatus({ status }: { status: string | null }) {
  const t = useTranslations('disputes.serviceStatus');
  if (status === null) return '–';
  const key = status.trim().toUpperCase();
  return t.has(key) ? <span title={status}>{t(key as 'OPEN')}</span> : <span className="mono">{status}</span>;
}
