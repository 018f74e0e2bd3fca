'use client';

import { useTranslations } from 'next-intl';
import { ProofField } from '#components/shell/proof-field.tsx';
import type { ProofForm } from '#components/shell/use-proof-form.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { useEventName, useEventSet } from '../event-words.ts';
import type { Webhooks } from '../use-webhooks.ts';
import type { Draft } from './address-form.tsx';
import { eventsOf } from './event-choice.tsx';

type Props = { draft: Draft; form: ProofForm; webhooks: Webhooks };

/** Step 2: everything that will be registered, once more, and the password where one is due. */
export function ReviewForm({ draft, form, webhooks }: Props) {
  const t = useTranslations('webhooks.form');
  const set = useEventSet();
  const events = eventsOf(draft.events, set);
  const name = useEventName();
  const own = draft.where === 'own';
  const checks = webhooks.list.data?.checksOwnership ?? false;
  return (
    <>
      <h3 className="text-sm">{t('reviewTitle')}</h3>
      <dl className="facts">
        <dt>{t('url')}</dt>
        <dd className={own ? 'mono break-all whitespace-normal' : ''}>
          {own ? draft.url.trim() : t('receiver')}
        </dd>
        <dt>{t('events')}</dt>
        <dd>
          {draft.events.every
            ? `${t('every')}. ${t(set.emptyMeansAll ? 'everyWords' : 'everyNow', { all: events.length })}`
            : events.map(name).join(', ')}
        </dd>
        <dt>{t('reviewSecret')}</dt>
        <dd>{t(own && !draft.secret ? 'reviewSecretNo' : 'reviewSecretYes')}</dd>
        <dt>{t('reviewOwnership')}</dt>
        <dd>{t(checks ? 'reviewOwnershipWords' : 'reviewLive')}</dd>
      </dl>
      <ProofField form={form} />
      {Boolean(form.error) && <ErrorCard error={form.error} />}
    </>
  );
}
