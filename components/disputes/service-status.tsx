'use client';

import { useTranslations } from 'next-intl';

/** A dispute's state as the service has it: in words where the word is known, else as it came. */
export function ServiceStatus({ status }: { status: string | null }) {
  const t = useTranslations('disputes.serviceStatus');
  if (status === null) return '–';
  const key = status.trim().toUpperCase();
  return t.has(key) ? <span title={status}>{t(key as 'OPEN')}</span> : <span className="mono">{status}</span>;
}
