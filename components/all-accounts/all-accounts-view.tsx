'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LateNotice } from '#components/operations/late-notice.tsx';
import { BalancePanel } from '#components/overview/balance-panel.tsx';
import { DisputesPanel } from '#components/overview/disputes-panel.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { PanelOwner } from '#components/ui/panel.tsx';
import type { AccountSummary } from '#lib/session/contract.ts';
import styles from './all-accounts.module.css';
import { CertificateSign } from './certificate-sign.tsx';
import { UndeliveredPanel } from './undelivered-panel.tsx';

/** Every account one may read: what it holds and what cannot wait. Each panel asks, fails and recovers alone. */
export function AllAccountsView() {
  const t = useTranslations('all-accounts');
  const { accounts } = useSession().session;
  return (
    <>
      <PageHead title={t('title')} />
      <div className={`page ${styles.page}`}>
        {accounts.map((account) => (
          <One key={account.slug} account={account} />
        ))}
      </div>
    </>
  );
}

function One({ account }: { account: AccountSummary }) {
  const t = useTranslations('all-accounts');
  const shell = useTranslations('shell');
  const { slug, name, kind, environment, capabilities } = account;
  const has = (name: string) => capabilities.includes(name);
  const nothing = !has('balance') && !has('disputes') && !has('deliveries');
  return (
    <section aria-labelledby={`all-${slug}`} className={styles.account}>
      <h2 id={`all-${slug}`}>
        <Link href={`/${slug}/overview`} title={t('open', { name })}>
          {name}
        </Link>{' '}
        <small className="font-normal text-ink-3">
          {shell(`kinds.${kind}`)} ·{' '}
          <span className="env-tag" data-env={environment}>
            {shell(`environments.${environment}`)}
          </span>
        </small>
      </h2>
      {has('card-charges') && <CertificateSign account={slug} />}
      <LateNotice account={slug} />
      <PanelOwner value={`all-${slug}`}>
        <div className={styles.panels}>
          {has('balance') && <BalancePanel account={slug} className="" />}
          {has('disputes') && <DisputesPanel account={slug} />}
          {has('deliveries') && <UndeliveredPanel account={slug} />}
          {nothing && <p className="text-ink-3">{t('nothing')}</p>}
        </div>
      </PanelOwner>
    </section>
  );
}
