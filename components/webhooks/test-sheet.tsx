'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ProofStep } from './rotate/proof-step.tsx';
import { SheetAbsent } from './sheet-absent.tsx';
import { type OpenState, useEndpoint } from './use-webhooks.ts';

/** A signed test of one endpoint, whole address in sight: nothing goes out before the operator presses for it. */
export function TestSheet({ id, state }: { id: string; state: OpenState }) {
  const t = useTranslations('webhooks.test');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  const { url, secret } = row;
  const canSign = secret?.kept ?? false;
  return (
    <Drawer
      label={t('label', { url: url ?? id })}
      title={t('title')}
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <Button onClick={() => state.show({ what: 'endpoint', id })}>{t('endpoint')}</Button>
          <span className="flex-1" />
          <Button onClick={state.close}>{t('close')}</Button>
        </>
      }
    >
      <section>
        <p className="mono font-semibold break-all whitespace-normal text-ink">{url ?? id}</p>
      </section>
      <section className="border-0">
        {url !== null && canSign ? (
          <ProofStep id={id} canSign since={undefined} alone />
        ) : (
          <p>{t(url === null ? 'noUrl' : secret === null ? 'noSecret' : 'forgotten')}</p>
        )}
      </section>
    </Drawer>
  );
}
