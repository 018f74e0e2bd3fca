'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page } from '#components/ui/page.tsx';

/** Props that Next gives to an `error.tsx`; on the server's faults `error` carries only a digest. */
export type ErrorPanelProps = { error: unknown; retry: () => void };

/** The shell around it stays usable. */
export function ErrorPanel({ error, retry }: ErrorPanelProps) {
  const t = useTranslations('shell.fault');
  // React keeps a script that could not be loaded as failed: only a reload asks for it again.
  const again = error instanceof Error && error.name === 'ChunkLoadError' ? () => location.reload() : retry;
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <Page>
      <div className="panel error-card mt-4" role="alert">
        <div className="error-head">
          <Icon name="octagon" tone="danger" />
          <h1 className="text-sm">{t('title')}</h1>
        </div>
        <p>{t(digest === null ? 'todoCodeless' : 'todo')}</p>
        <div>
          <Button onClick={again}>{t('retry')}</Button>
        </div>
        {digest && (
          <div className="codes">
            <span className="inline-flex items-center gap-1">
              {t('code')} <CopyId value={digest} />
            </span>
          </div>
        )}
      </div>
    </Page>
  );
}
