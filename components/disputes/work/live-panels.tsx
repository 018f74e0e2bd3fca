'use client';

import '#components/list/list-sheets.ts';
import { useTranslations } from 'next-intl';
import { liveLater } from '#components/ui/live-later.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';
import '../queue/queue.module.css';
import './work.module.css';

/** Panels that nobody needs before the clock and the letter. */
export const EarlierPanel = liveLater(
  async () => (await import('./earlier-panel.tsx')).EarlierPanel,
  () => <Waiting of="earlier" />,
);
export const NotesPanel = liveLater(
  async () => (await import('./notes-panel.tsx')).NotesPanel,
  () => <Waiting of="notes" />,
);
export const TransactionPanel = liveLater(
  async () => (await import('./transaction-panel.tsx')).TransactionPanel,
  () => <Waiting of="transaction" />,
);
export const PayerPanel = liveLater(
  async () => (await import('./payer-panel.tsx')).PayerPanel,
  () => <Waiting of="payer" />,
);
export const PaymentPanel = liveLater(
  async () => (await import('./payment-panel.tsx')).PaymentPanel,
  () => <Waiting of="transaction" />,
);

function Waiting({ of }: { of: 'earlier' | 'notes' | 'transaction' | 'payer' }) {
  const t = useTranslations('disputes');
  return (
    <Panel title={t(`${of}.title`)} local={of === 'notes'} busy>
      <WaitingLines words={t('loading')} />
    </Panel>
  );
}
