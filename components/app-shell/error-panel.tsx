'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { CodeLine, ErrorFrame, ErrorHead } from '#components/ui/error-card.tsx';
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
      <ErrorFrame className="mt-4" role="alert">
        <ErrorHead>
          <h1 className="text-sm">{t('title')}</h1>
        </ErrorHead>
        <p>{t(digest === null ? 'todoCodeless' : 'todo')}</p>
        <div>
          <Button onClick={again}>{t('retry')}</Button>
        </div>
        {digest && (
          <CodeLine>
            <span className="inline-flex items-center gap-1">
              {t('code')} <CopyId value={digest} />
            </span>
          </CodeLine>
        )}
      </ErrorFrame>
    </Page>
  );
}
