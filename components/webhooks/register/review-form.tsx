'use client';

import { useTranslations } from 'next-intl';
import { useEventName, useEventSet } from '../event-words.ts';
import type { Webhooks } from '../use-webhooks.ts';
import { eventsOf } from './event-choice.tsx';
import type { NewWebhook } from './webhook-forms.ts';

type Props = { draft: NewWebhook; webhooks: Webhooks };

/** Step 2: everything that will be registered, once more. */
export function ReviewForm({ draft, webhooks }: Props) {
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
    </>
  );
}
