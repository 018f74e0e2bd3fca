'use client';

import { useTranslations } from 'next-intl';
import { liveLater } from '#components/ui/live-later.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { WaitingLines } from '#components/ui/waiting-lines.tsx';

/** A record that is only read is alive after the page's head; a request that waits for its decision needs none of it. */
export const RecordPanel = liveLater(async () => (await import('./record-panel.tsx')).RecordPanel, Waiting);

function Waiting() {
  const t = useTranslations('operations.drawer');
  return (
    <Panel title={t('id')} busy>
      <WaitingLines />
    </Panel>
  );
}
