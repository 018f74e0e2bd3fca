'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { ShownOnce } from '#components/ui/secret-field.tsx';
import type { Link } from '#lib/team/queries.ts';

type Props = { of: 'invitation' | 'reset'; name: string; link: Link; onClose: () => void };

/** Shows a link once. It cannot be shown again, only replaced by a new one. */
export function LinkOnce({ of, name, link, onClose }: Props) {
  const t = useTranslations('team.link');
  return (
    <div className="grid gap-3">
      <p role="status">{t(`${of}Words`, { name })}</p>
      <ShownOnce
        label={t(of)}
        badge={t('once')}
        actions={<CopyButton value={link.url}>{t('copy')}</CopyButton>}
      >
        <output>{link.url}</output>
      </ShownOnce>
      <p className="text-xs text-ink-3">
        {t.rich('until', { until: () => <Instant at={link.expiresAt} variant="minute" /> })}{' '}
        {link.mailed && t('mailed')}
      </p>
      <div>
        <Button variant="main" ref={focusOnce} onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

/** Moves the focus to the closing button, because the button that requested the link is gone. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
