'use client';

import { useTranslations } from 'next-intl';
import { liveLater } from '#components/ui/live-later.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';

/** Prices of currencies, below the charges. */
export const RatesBelow = liveLater(async () => (await import('./rates-panel.tsx')).RatesPanel, Waiting);

function Waiting() {
  const t = useTranslations('card.rates');
  return (
    <Panel title={t('title')} note={t('note')} busy>
      <WaitingLines />
    </Panel>
  );
}
