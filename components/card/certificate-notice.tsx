'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { certificateState } from '#lib/card/certificate-term.ts';
import { connectionOptions } from '#lib/card/queries.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';

/** Without its certificate nothing of this account works: said a month ahead, and when it is too late. */
export function CertificateNotice() {
  const t = useTranslations('card.certificate');
  const locale = useLocale() as Locale;
  const { data, error, refetch } = useQuery(connectionOptions(useSession().account.slug));
  if (data === undefined && error !== null) return <ReadError error={error} onRetry={() => void refetch()} />;
  const certificate = data?.certificate ?? null;
  if (certificate === null) return null;
  const { validTo, daysLeft } = certificate;
  const state = certificateState(certificate);
  if (validTo === null || daysLeft === null)
    return (
      <Callout tone="danger" role="alert" title={t('unreadable')}>
        {t('unreadableWords')}
      </Callout>
    );
  const when = formatInstant(locale, validTo, 'long');
  if (state === 'expired')
    return (
      <Callout tone="danger" role="alert" title={t('expired')}>
        {t('expiredWords', { when })}
      </Callout>
    );
  if (state !== 'soon') return null;
  return (
    <Callout tone="warn" role="status" title={t('soon', { days: daysLeft })}>
      {t('soonWords', { when })}
    </Callout>
  );
}
