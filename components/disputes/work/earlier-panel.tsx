'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '#components/ui/panel.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { EarlierRows } from './earlier-rows.tsx';
import { endedAs } from './ended-as.ts';

const MOST = 6;

/** How earlier defenses of the same type ended; each can be read again. */
export function EarlierPanel({ detail: { earlier } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.earlier');
  const ended = earlier.filter(({ state }) => state === 'closed');
  const kept = ended.filter((one) => endedAs(one) === 'kept').length;
  const rows = earlier.slice(0, MOST).map((one) => ({ ...one, id: one.disputeId }));
  return (
    <Panel
      title={t('title')}
      note={ended.length > 0 && t('note', { kept, count: ended.length })}
      padded={false}
      className="overflow-hidden"
    >
      {rows.length === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        <EarlierRows label={t('title')} rows={rows} />
      )}
    </Panel>
  );
}
