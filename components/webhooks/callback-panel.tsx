'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CallbackSecret } from '#lib/webhooks/queries.ts';
import { useAges } from './use-ages.ts';
import { useMay } from './use-may.ts';
import type { OpenState, Webhooks } from './use-webhooks.ts';

const code = (words: ReactNode) => <code className="mono">{words}</code>;

/** The secret of the transactions' own callbackUrl: whether there is one, since when, and its way on. */
export function CallbackPanel({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.callback');
  const may = useMay();
  const { data, error, refetch } = webhooks.callback;
  if (!webhooks.hasCallbackSecret) return null;
  const exists = data !== undefined && (data.exists === true || data.secret !== null);
  const action = may.webhook && data !== undefined && (
    <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
      {t(exists ? 'rotate' : 'create')}
    </Button>
  );
  return (
    <Panel title={t('title')} action={action} busy={data === undefined && !error}>
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <p>
          {t.rich('words', { code })} <Facts data={data} asOf={webhooks.list.data?.asOf ?? null} />
        </p>
      )}
      {data?.exists === false && !webhooks.hasDeliveries && (
        <Callout tone="warn" variant="thin" title={t('missingHub')}>
          {t.rich('missingHubWords', { code })}
        </Callout>
      )}
      {data === undefined && !error && <Skeleton width="60%" />}
    </Panel>
  );
}

function Facts({ data, asOf }: { data: CallbackSecret; asOf: string | null }) {
  const t = useTranslations('webhooks');
  const { capabilities } = useSession().account;
  const { secret, exists, open } = data;
  const age = useAges(asOf ?? secret?.issuedAt ?? new Date(0).toISOString(), secret?.issuedAt ?? null);
  if (open !== null)
    return (
      <Badge local icon="unknown">
        {t('state.unclear')}
      </Badge>
    );
  if (secret !== null) {
    const { origin, issuedAt, issuedTo } = secret;
    const told = { origin, age: age(issuedAt) };
    return (
      <span className="text-ink-3">
        {issuedTo === null
          ? t('callback.factsOnly', told)
          : t('callback.facts', { ...told, name: issuedTo.name })}
      </span>
    );
  }
  const words = exists === null ? 'unknown' : exists ? 'elsewhere' : 'missing';
  if (words === 'missing' && !capabilities.includes('deliveries')) return null;
  return <span className="text-ink-3">{t(`callback.${words}`)}</span>;
}
