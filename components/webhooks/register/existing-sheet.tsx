'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ProofField } from '#components/shell/proof-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { checkUrl } from '#lib/webhooks/url-rules.ts';
import type { OpenState } from '../use-webhooks.ts';
import { UrlField } from './url-field.tsx';
import { fieldFault, useRegistration } from './use-registration.ts';

/** An endpoint that the provider has and its list does not tell: named here, nothing is sent. */
export function ExistingSheet({ state }: { state: OpenState }) {
  const t = useTranslations('webhooks.form');
  const formId = useId();
  const idField = useId();
  const [existingId, setId] = useState('');
  const [url, setUrl] = useState('');
  const [tried, setTried] = useState(false);
  const check = checkUrl(url, []);
  const { form } = useRegistration(
    () => ({ existingId: existingId.trim(), url: url.trim() }),
    (id) => state.show({ what: 'endpoint', id }),
  );
  const ready = existingId.trim() !== '' && check.fault === null;
  const refusedUrl = fieldFault(form.error, 'url');
  const refusedId = fieldFault(form.error, 'existingId');
  return (
    <Drawer
      label={t('existingTitle')}
      title={t('existingTitle')}
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1" />
          <Button type="submit" form={formId} variant="main" aria-busy={form.busy || undefined}>
            {t('add')}
          </Button>
        </>
      }
    >
      <section className="border-0">
        <form
          id={formId}
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (ready) void form.submit();
          }}
        >
          <p>{t('existingWords')}</p>
          <Field id={idField} label={t('id')} rule={t('idRule')} error={refusedId && t('idFault')}>
            <Input
              id={idField}
              mono
              required
              maxLength={128}
              autoComplete="off"
              spellCheck={false}
              value={existingId}
              onChange={(event) => {
                form.clear();
                setId(event.target.value);
              }}
            />
          </Field>
          <UrlField
            value={url}
            onChange={(next) => {
              form.clear();
              setUrl(next);
            }}
            check={check}
            refused={refusedUrl}
            tried={tried}
          />
          <ProofField form={form} focus={false} />
          {Boolean(form.error) && !refusedUrl && !refusedId && <ErrorCard error={form.error} />}
        </form>
      </section>
    </Drawer>
  );
}
