'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';

type Props = { page: PaymentPage };

/** The page's own frame while it is fetched. */
export function PaymentsSkeleton({ page }: Props) {
  const t = useTranslations('payments');
  return (
    <div className="page-fill">
      <PageHead title={t(`${page}.title`)} />
      <div className="page stack">
        <PaymentsWaiting page={page} />
      </div>
    </div>
  );
}

/** The list's frame, without what draws rows: it would be fetched before the page. */
export function PaymentsWaiting({ page }: Props) {
  const t = useTranslations('payments.list');
  return (
    <Panel title={t(`${page}.title`)} busy>
      <WaitingLines words={t('loading')} />
    </Panel>
  );
}
