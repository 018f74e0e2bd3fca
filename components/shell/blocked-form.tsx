'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { REFUSES_CHANGES } from '#lib/accounts/access-rules.ts';
import { blocksForm, type BlockedForm as Form } from '#lib/accounts/block.ts';
import { healthQuery } from '#lib/overview/queries.ts';
import { useBlock, useBlockLabels } from './block-notice.tsx';
import { useSession } from './session-context.tsx';

/** At the head of a form whose request the bank refuses: said before anything is filled in. */
export function BlockedForm({ form }: { form: Form }) {
  const t = useTranslations('shell.block');
  const words = useBlockLabels();
  const { slug } = useSession().account;
  const block = useBlock(slug);
  const { data: health } = useQuery({ ...healthQuery(slug), refetchInterval: false });
  const refused = health?.blockedBy ?? null;
  if (refused !== null && REFUSES_CHANGES.includes(refused))
    return (
      <Callout tone="danger" icon="lock" title={t('refusedTitle')}>
        {t(`refusedBy.${refused as 'PZA203'}`)} <span className="mono">{refused}</span>
      </Callout>
    );
  if (block === null || !blocksForm({ blocked: true, ...block }, form)) return null;
  return (
    <Callout tone="danger" icon="lock" title={t('form')}>
      {words.since(block.changedAt)} {t('formWords')}
    </Callout>
  );
}
