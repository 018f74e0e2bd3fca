'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { type Since, sinceOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pathOf } from '#lib/webhooks/target.ts';
import { deliveriesPath } from '../use-endpoint-actions.ts';
import { type OpenState, useMay } from '../use-webhooks.ts';
import { ProofStep } from './proof-step.tsx';

/** After the secret is stored: proves that it is in use, then hands failed notices over to the resends. */
export function ProvingSheet({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const { slug, capabilities } = useSession().account;
  const [proof, setProof] = useState<'open' | 'proved' | 'skipped'>('open');
  const over = proof !== 'open';
  const begun = row.rotatedAt ?? row.secret?.issuedAt ?? null;
  const since = useQuery({
    ...sinceOptions(slug, row.id, begun ?? ''),
    enabled: begun !== null && capabilities.includes('deliveries'),
  }).data;
  const stored = row.secret?.acknowledgedAt ?? null;
  const note = stored === null ? null : t('done', { time: formatInstant(locale, stored, 'time') });
  const name = row.url ?? row.id;
  const steps: Step[] = [
    { id: 'explain', title: t('explain.title'), state: 'done' },
    { id: 'password', title: t('password.title'), state: 'done' },
    { id: 'keep', title: t('keep.title'), note, state: 'done' },
    {
      id: 'proof',
      title: t('proof.title'),
      note: proof === 'skipped' ? t('proof.skipped') : null,
      state: proof === 'open' ? 'current' : proof === 'proved' ? 'done' : 'skipped',
      children: !over && (
        <ProofStep
          id={row.id}
          canSign={row.secret?.kept ?? false}
          since={since}
          onNext={(proved) => setProof(proved ? 'proved' : 'skipped')}
        />
      ),
    },
    {
      id: 'resend',
      title: t('resend.title'),
      note: over ? null : t('resend.soFar', { count: since?.failed ?? 0 }),
      state: over ? 'current' : 'later',
      children: over && (
        <ResendStep id={row.id} since={since} onResend={() => state.show({ what: 'resend', id: row.id })} />
      ),
    },
  ];
  return (
    <Drawer
      label={t('label', { url: name })}
      title={
        <>
          {t('title')} <span className="font-normal text-ink-3">{pathOf(name)}</span>
        </>
      }
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={state.close}>{t('closePlain')}</Button>
        </>
      }
    >
      <section className="border-0">
        <Steps label={t('title')} steps={steps} />
      </section>
    </Drawer>
  );
}

type Props = { id: string; since: Since | undefined; onResend: () => void };

/**
 * Step 5: hands notices that failed meanwhile over to the resends, which show a preview before anything is
 * sent.
 */
function ResendStep({ id, since, onResend }: Props) {
  const t = useTranslations('webhooks.rotate.resend');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  const failed = since?.failed ?? 0;
  if (failed === 0)
    return (
      <p role="status">
        <b>{t('none')}</b> {t('noneWords')}
      </p>
    );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>
        <b>{t('some', { count: failed })}</b> {t('description')} {t('recovered')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {capabilities.includes('resends') && may.resend && (
          <Button variant="main" onClick={onResend}>
            {t('go')}
          </Button>
        )}
        <LinkButton variant="quiet" href={deliveriesPath(slug, id, '&outcome=failed')}>
          {t('list')}
        </LinkButton>
      </div>
      {!may.resend && <p className="text-xs text-ink-3">{t('noPermission')}</p>}
    </div>
  );
}
