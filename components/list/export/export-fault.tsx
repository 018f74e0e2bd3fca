'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError } from '#lib/api/client.ts';

/** An export that was refused, or broke off: a broken file is not kept. */
export function ExportFault({ error }: { error: unknown }) {
  const t = useTranslations('list.export');
  if (error instanceof CallError) return <ErrorCard error={error} />;
  const rows = Number(Reflect.get(Object(error), 'rows') ?? 0);
  return (
    <Callout tone="danger" role="alert">
      {t('broken', { rows })}
    </Callout>
  );
}
