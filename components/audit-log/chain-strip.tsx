'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Status } from '#components/ui/status.tsx';
import { call } from '#lib/api/client.ts';
import { auditKeys, type Chain } from '#lib/audit-log/queries.ts';

/** State of the chain at its last verification, the entries since, and the button to verify again. */
export function ChainStrip({ chain }: { chain: Chain | undefined }) {
  const t = useTranslations('audit.chain');
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: () => call('POST /api/audit/verify', {}),
    // The verification itself adds an entry to the list.
    onSettled: () => client.invalidateQueries({ queryKey: auditKeys.all() }),
  });
  const running = verify.isPending || chain?.running != null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-gutter pt-3 text-ink-2" role="status">
        {chain && <Verdict chain={chain} />}
        {chain?.running != null && <span>{t('running', { count: chain.running })}</span>}
        <span className="flex-1" />
        <Button size="sm" aria-busy={running || undefined} disabled={running} onClick={() => verify.mutate()}>
          {t('verify')}
        </Button>
      </div>
      {verify.error !== null && (
        <div className="px-gutter pt-2">
          <ErrorCard error={verify.error} />
        </div>
      )}
      {chain && <Broken chain={chain} />}
    </>
  );
}

function Verdict({ chain: { verdict, last } }: { chain: Chain }) {
  const t = useTranslations('audit.chain');
  if (verdict === null) return <Badge icon="pending">{t('never')}</Badge>;
  const { entries, intact, firstBroken, at } = verdict;
  if (!intact)
    return (
      <Badge tone="danger" icon="octagon">
        {firstBroken === null ? t('brokenHead') : t('broken', { number: firstBroken })}
      </Badge>
    );
  return (
    <>
      <Badge tone="ok" icon="chain">
        {t('whole', { number: entries })}
      </Badge>
      <span>
        {t.rich('verified', { count: entries, time: () => <Instant key="at" at={at} variant="time" /> })}
      </span>
      {last > entries && <Status kind="idle">{t('after', { count: last - entries })}</Status>}
    </>
  );
}

function Broken({ chain: { verdict } }: { chain: Chain }) {
  const t = useTranslations('audit.chain');
  if (verdict === null || verdict.intact) return null;
  return (
    <div className="px-gutter pt-2">
      <Callout
        tone="danger"
        role="alert"
        title={t(`cause.${verdict.cause ?? 'changed'}`, { number: verdict.firstBroken ?? 0 })}
      >
        {t('hint')}
      </Callout>
    </div>
  );
}
