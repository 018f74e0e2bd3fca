'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { Status } from '#components/ui/status.tsx';
import { certificateState } from '#lib/certificate-term.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { healthQuery } from '#lib/overview/queries.ts';

/** An account whose own certificate ends soon, or has ended; nothing while it is good. */
export function CertificateSign({ account }: { account: string }) {
  const t = useTranslations('overview.health.certificate');
  const locale = useLocale() as Locale;
  const certificate = useQuery(healthQuery(account)).data?.certificate ?? null;
  if (certificate === null) return null;
  const state = certificateState(certificate);
  if (state === 'good') return null;
  const { validTo, daysLeft } = certificate;
  const day = validTo === null ? null : formatInstant(locale, validTo, 'long-day');
  return (
    <p role="status">
      <Status kind={state === 'soon' ? 'warn' : 'danger'}>
        {t(state, { days: daysLeft ?? 0 })}
        {day !== null && ` · ${state === 'soon' ? day : t('since', { day })}`}
      </Status>
    </p>
  );
}
