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
      <section className="sticky top-0 z-60 h-0.75 bg-env-production" aria-label={t('label')}>
        <span className="sr-only">{t('production')}</span>
      </section>
    );
  return (
    <section
      className="sticky top-0 z-60 flex h-6 items-center gap-2 overflow-hidden whitespace-nowrap bg-[repeating-linear-gradient(-45deg,var(--env-sandbox)_0_10px,var(--env-sandbox-2)_10px_20px)] px-4 text-env-sandbox-ink text-xs leading-none forced-colors:border-b"
      aria-label={t('label')}
    >
      <b className="text-inherit tracking-[0.06em]">SANDBOX</b>
      <span className="truncate leading-[1.3]">{t(kind)}</span>
    </section>
  );
}
