'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';

/** The provider's answer as it came, masked where the operator sees no personal data; written out when opened. */
export function DetailRaw({ raw }: { raw: unknown }) {
  const t = useTranslations('transactions.detail.raw');
  const [open, setOpen] = useState(false);
  const text = open ? JSON.stringify(raw, null, 2) : '';
  return (
    <section>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="text-xs font-semibold text-ink">{t('title')}</summary>
        {open && (
          <div className="mt-2 grid justify-items-start gap-2">
            <pre className="mono w-full rounded-2 border border-line bg-sunken p-2 text-xs break-all whitespace-pre-wrap">
              {text}
            </pre>
            <CopyButton value={text}>{t('copy')}</CopyButton>
          </div>
        )}
      </details>
    </section>
  );
}
