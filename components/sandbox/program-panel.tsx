'use client';

import { useTranslations } from 'next-intl';
import { codeTag } from '#components/sandbox/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Panel } from '#components/ui/panel.tsx';

/** The address for one's own program. */
export function ProgramPanel({ address }: { address: string | null }) {
  const t = useTranslations('sandbox.program');
  if (address === null) return null;
  return (
    <Panel title={t('title')}>
      <div className="form">
        <div className="address-well">
          <span className="mono">{address}</span>
          <CopyButton value={address}>{t('copy')}</CopyButton>
        </div>
        <p className="text-xs text-ink-3">{t.rich('hint', codeTag)}</p>
      </div>
    </Panel>
  );
}
