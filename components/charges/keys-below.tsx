'use client';

import { useTranslations } from 'next-intl';
import { liveLater } from '#components/ui/live-later.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';

/** The account's keys, below the form of a charge. */
export const PixKeysBelow = liveLater(
  async () => (await import('../payments/keys/pix-keys-panel.tsx')).PixKeysPanel,
  Waiting,
);

function Waiting() {
  const t = useTranslations('payments.keys');
  return (
    <Panel title={t('title')} note={t('note')} busy>
      <WaitingLines />
    </Panel>
  );
}
