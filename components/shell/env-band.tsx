import { useTranslations } from 'next-intl';
import type { AccountSummary } from '#lib/session/contract.ts';

export type BandKind = 'production' | 'sandbox' | 'simulator';

export function bandOf(account: Pick<AccountSummary, 'environment' | 'simulator'>): BandKind {
  return account.simulator ? 'simulator' : account.environment;
}

/** On every page, above everything: with which money one works. */
export function EnvBand({ kind }: { kind: BandKind }) {
  const t = useTranslations('shell.env');
  if (kind === 'production')
    return (
      <section className="env env-production" aria-label={t('label')}>
        <span className="sr-only">{t('production')}</span>
      </section>
    );
  return (
    <section className="env env-sandbox" aria-label={t('label')}>
      <b>SANDBOX</b>
      <span>{t(kind)}</span>
    </section>
  );
}
