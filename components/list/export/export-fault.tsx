'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { useFileSize } from '#components/ui/use-file-size.ts';
import { CallError } from '#lib/api/client.ts';
import type { Progress } from './csv-download.ts';

/** An export that was refused, or broke off: a broken file is not kept. */
export function ExportFault({ error }: { error: unknown }) {
  const t = useTranslations('list.export');
  const size = useFileSize();
  if (error instanceof CallError) return <ErrorCard error={error} />;
  const { rows, bytes } = error as Progress;
  return (
    <Callout tone="danger" role="alert">
      {rows === null ? t('brokenBytes', { size: size(bytes) }) : t('broken', { rows })}
    </Callout>
  );
}
