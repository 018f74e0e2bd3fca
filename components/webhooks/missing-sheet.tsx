'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { Point, Points } from './points.tsx';
import type { OpenState, Webhooks } from './use-webhooks.ts';

/** Where a notice of a service without a history may be: what to look at here, then how it delivers and gives up. */
export function MissingSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.missing');
  const code = (words: ReactNode) => <code className="mono">{words}</code>;
  return (
    <Drawer label={t('title')} title={t('title')} onClose={state.close} focusOnOpen>
      <section>
        <p>{t('words')}</p>
      </section>
      <Here webhooks={webhooks} state={state} />
      <section>
        <h3>{t('how')}</h3>
        <Points>
          <Point icon="lines">{t.rich('order', { code })}</Point>
          <Point icon="clock">{t('attempts')}</Point>
          <Point icon="barred">{t('abandoned')}</Point>
          <Point icon="send">{t('resend')}</Point>
          <Point icon="check">{t.rich('twice', { code })}</Point>
        </Points>
      </section>
      <section>
        <h3>{t('receiver')}</h3>
        <p>{t.rich('receiverWords', { code })}</p>
      </section>
    </Drawer>
  );
}

/** Gaps that this page itself can tell: paused endpoints, events that nobody chose, a missing secret. */
function Here({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.missing');
  const selection = useSelectionLabels();
  const rows = webhooks.list.data?.items ?? [];
  const noSecret = webhooks.callback.data?.exists === false;
  return (
    <section>
      <h3>{t('here')}</h3>
      <Points>
        {rows.length === 0 && webhooks.list.data !== undefined && (
          <Point icon="hook">{t('noEndpoint')}</Point>
        )}
        {rows.map((row) => (
          <Point key={row.id} icon={row.active === false ? 'barred' : 'hook'}>
            <TextButton
              className="mono whitespace-normal break-all"
              onClick={() => state.show({ what: 'endpoint', id: row.id })}
            >
              {row.url ?? row.id}
            </TextButton>
            <span className="block text-ink-3">
              {t(row.active === false ? 'paused' : 'receives', { events: selection(row.events).words })}
            </span>
          </Point>
        ))}
        {noSecret && (
          <Point icon="key">
            {t('noSecret')}{' '}
            <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
              {t('toSecret')}
            </Button>
          </Point>
        )}
      </Points>
    </section>
  );
}
