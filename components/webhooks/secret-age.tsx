'use client';

import { useTranslations } from 'next-intl';
import { Status } from '#components/ui/status.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';

type Props = { row: WebhookRow; age: (at: string) => string };

/** How old the secret is; none, and one that nobody has stored yet, are said as what they are. */
export function SecretAge({ row, age }: Props) {
  const t = useTranslations('webhooks.secret');
  const { secret, hasSecret } = row;
  if (secret !== null) {
    const since = row.rotatedAt ?? secret.issuedAt;
    if (secret.origin === 'issued' && secret.acknowledgedAt === null && !row.receiver)
      return (
        <b className="text-warn-ink" title={t('waiting')}>
          {age(since)}
        </b>
      );
    return <span>{age(since)}</span>;
  }
  if (hasSecret === false) return <Status kind="warn">{t('missing')}</Status>;
  return <span className="text-ink-3">{t(hasSecret ? 'elsewhere' : 'untold')}</span>;
}
