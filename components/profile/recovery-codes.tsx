'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { saveBlob } from '#components/ui/save-blob.ts';
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { usePaper } from '#components/ui/use-paper.ts';

type Props = { codes: readonly string[]; email: string; next: string; onKept: () => void };

/** The ten codes, this once; on with it only once they are kept. */
export function RecoveryCodes({ codes, email, next, onKept }: Props) {
  const t = useTranslations('profile.codes');
  const [kept, setKept] = useState(false);
  const { paper, onPrint } = usePaper();
  const text = codes.join('\n');
  const save = () =>
    saveBlob(new Blob([`Guichê ${email}\n\n${text}\n`], { type: 'text/plain' }), 'guiche.txt');
  const actions = (
    <>
      <CopyButton value={text}>{t('copy')}</CopyButton>
      <Button size="sm" icon="download" onClick={save}>
        {t('download')}
      </Button>
      <Button size="sm" onClick={onPrint}>
        {t('print')}
      </Button>
    </>
  );
  return (
    <div className="grid gap-3">
      <div data-paper={paper || undefined}>
        <ShownOnce label={t('of', { email })} badge={t('once')} actions={actions}>
          <ol className="grid list-[decimal-leading-zero] grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-1 pl-6 text-ink">
            {codes.map((code) => (
              <li key={code} className="mono">
                {code}
              </li>
            ))}
          </ol>
        </ShownOnce>
      </div>
      <CheckLine checked={kept} onChange={(event) => setKept(event.target.checked)}>
        {t('kept')}
      </CheckLine>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="main" disabled={!kept} onClick={onKept}>
          {next}
        </Button>
        {!kept && <span className="text-xs text-ink-3">{t('keepFirst')}</span>}
      </div>
    </div>
  );
}
