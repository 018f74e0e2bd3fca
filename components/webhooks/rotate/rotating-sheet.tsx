'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Steps } from '#components/ui/steps-down.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { sinceOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pathOf } from '#lib/webhooks/target.ts';
import { isUnacknowledged } from '../secret/unacknowledged.ts';
import { useAges } from '../use-ages.ts';
import type { OpenState } from '../use-webhooks.ts';
import { CloseGuard } from './close-guard.tsx';
import { ProofStep } from './proof-step.tsx';
import { useRotatingSteps } from './use-rotating-steps.tsx';
import { useRotation } from './use-rotation.ts';

/** From what changes to "I have stored it". */
export function RotatingSheet({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  // State when the sheet opened: the first secret makes the endpoint one that has a secret.
  const [creating] = useState(() =>
    isUnacknowledged(row.secret) ? row.rotatedAt === null : row.hasSecret === false,
  );
  const ofRotation = row.open?.kind === 'webhook.rotate' ? row.open : null;
  const rotation = useRotation({ target: { id: row.id }, secret: row.secret, open: ofRotation });
  const { issued } = rotation;
  const since = useQuery({
    ...sinceOptions(slug, row.id, issued?.issuedAt ?? ''),
    enabled: issued !== null && !creating && capabilities.includes('deliveries'),
  });
  const [leaving, setLeaving] = useState(false);
  const steps = useRotatingSteps({
    rotation,
    creating,
    week: row.week,
    since: since.data,
    receiver: row.receiver,
    onKept: () => state.show({ what: 'prove', id: row.id }),
  });
  const guarded = issued !== null && !row.receiver;
  const close = () => (guarded ? setLeaving(true) : state.close());
  const name = row.url ?? row.id;
  return (
    <Drawer
      label={t('label', { url: name })}
      title={
        <>
          {t(creating ? 'createTitle' : 'title')}{' '}
          <span className="font-normal text-ink-3">{pathOf(name)}</span>
        </>
      }
      onClose={close}
      focusOnOpen
      tools={guarded && !creating && <Gap since={issued.issuedAt} />}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{guarded && t('later')}</span>
          <Button onClick={close}>{t(guarded ? 'close' : 'closePlain')}</Button>
        </>
      }
    >
      <section className="border-0">
        <Steps
          label={t('title')}
          steps={[
            ...steps,
            {
              id: 'proof',
              title: t('proof.title'),
              state: 'later',
              children: <ProofStep id={row.id} canSign since={undefined} later />,
            },
            {
              id: 'resend',
              title: t('resend.title'),
              note: creating ? null : t('resend.soFar', { count: since.data?.failed ?? 0 }),
              state: 'later',
            },
          ]}
        />
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={state.close} />}
    </Drawer>
  );
}

/** For how long the receiver has had no secret that holds. */
export function Gap({ since }: { since: string }) {
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const age = useAges(since, since);
  return (
    <span className="mr-2 max-wide:hidden" title={formatInstant(locale, since, 'full')}>
      <Badge tone="warn" icon="clock">
        {t('gap', { age: age(since) })}
      </Badge>
    </span>
  );
}
