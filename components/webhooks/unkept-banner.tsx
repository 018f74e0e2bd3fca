'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import type { Open } from '#lib/webhooks/open.ts';
import { isUnkept } from './secret/unkept.ts';
import { useAges } from './use-ages.ts';
import { useOpen, type Webhooks } from './use-webhooks.ts';

type Unkept = { what: string | null; first: boolean; issuedAt: string; open: Open };

/** Secrets that this operator has not stored yet, newest first: the tab may have been closed on one. */
function unkeptOf({ list, callback, canRotate }: Webhooks): Unkept[] {
  const found: Unkept[] = [];
  for (const { id, url, secret, receiver, rotatedAt } of list.data?.items ?? [])
    if (isUnkept(secret) && !receiver)
      found.push({
        what: url ?? id,
        first: rotatedAt === null,
        issuedAt: secret.issuedAt,
        open: { what: canRotate ? 'rotate' : 'started', id },
      });
  const own = callback.data?.secret;
  if (isUnkept(own))
    found.push({ what: null, first: false, issuedAt: own.issuedAt, open: { what: 'callback' } });
  return found.toSorted((a, b) => b.issuedAt.localeCompare(a.issuedAt));
}

/** The newest of them, and how many more there are; silent while one is being stored beside the list. */
export function UnkeptBanner({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslations('webhooks.unkept');
  const { open, show } = useOpen();
  const busy = open !== null && ['rotate', 'started', 'callback'].includes(open.what);
  const [newest, ...more] = unkeptOf(webhooks);
  const age = useAges(webhooks.list.data?.asOf ?? new Date(0).toISOString(), newest?.issuedAt ?? null);
  if (newest === undefined || busy) return null;
  const told = { what: newest.what ?? t('callback'), age: age(newest.issuedAt) };
  return (
    <Callout
      tone="warn"
      icon="key"
      title={t('title')}
      action={<Button onClick={() => show(newest.open)}>{t('show')}</Button>}
    >
      {t(newest.first ? 'wordsFirst' : 'words', told)} {more.length > 0 && t('more', { count: more.length })}
    </Callout>
  );
}
