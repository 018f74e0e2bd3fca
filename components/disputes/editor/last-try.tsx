'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { lastTryOptions } from '#lib/disputes/queries.ts';
import { useDesk } from './desk-context.ts';

/** A defense that was sent and did not arrive or was refused: it says so, and that it may be sent again. */
export function LastTry() {
  const t = useTranslations('disputes.lastTry');
  const locale = useLocale() as Locale;
  const { account, detail } = useDesk();
  const { data } = useQuery(lastTryOptions(account, detail.dispute.id));
  const last = data?.items[0];
  if (last === undefined || last.state !== 'rejected') return null;
  const time = formatInstant(locale, last.sentAt ?? last.createdAt, 'full');
  const name = last.actor.name;
  const why = last.problem?.provider?.code ?? null;
  const arrived = last.reason === 'not_found' || last.reason === 'never_sent';
  return (
    <div className="border-b border-line p-panel">
      <Callout tone="danger" title={t(arrived ? 'lost' : 'refused', { time, name })} role="status">
        {arrived ? t('lostTodo') : (last.problem?.todo ?? t('refusedTodo'))}{' '}
        {why !== null && <span className="mono">{why}</span>}
      </Callout>
    </div>
  );
}
