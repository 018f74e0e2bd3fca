'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { call } from '#lib/api/client.ts';
import type { SignatureVerdict } from '#lib/webhooks/queries.ts';
import { bytesOf, SCHEMES, type Scheme, schemeOf, signedAt } from '#lib/webhooks/signature-text.ts';
import type { OpenState, Webhooks } from '../use-webhooks.ts';
import { SecretChoice, type SecretPick } from './secret-choice.tsx';
import { TextArea } from './text-area.tsx';
import { Verdict } from './verdict.tsx';

type Form = { scheme: Scheme; headers: string; body: string; secret: SecretPick; old: boolean };
const BLANK: Omit<Form, 'scheme'> = {
  headers: '',
  body: '',
  secret: { from: 'typed', text: '' },
  old: false,
};

/** Paste a notice: does its signature hold, and if not, which of secret, body, time or header is wrong. */
export function SignatureSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.signature');
  const formId = useId();
  const { kind } = useSession().account;
  const [form, setForm] = useState<Form>({ scheme: kind, ...BLANK });
  const [tried, setTried] = useState(false);
  const check = useCheck();
  const set = (part: Partial<Form>) => {
    check.reset();
    setForm({ ...form, ...part });
  };
  const { scheme, headers, body, secret, old } = form;
  const ready =
    headers.trim() !== '' && body !== '' && (secret.from === 'stored' ? secret.id : secret.text) !== '';
  return (
    <Drawer
      label={t('label')}
      title={t('title')}
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{tried && !ready && t('missing')}</span>
          <Button type="submit" form={formId} variant="main" aria-busy={check.isPending || undefined}>
            {t('run')}
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
            if (ready) check.start(form);
          }}
        >
          <Segments
            label={t('scheme')}
            value={scheme}
            onChange={(next) => set({ scheme: next })}
            options={SCHEMES.map((value) => ({ value, label: t(`schemes.${value}`) }))}
          />
          <TextArea
            label={t('headers')}
            rule={t('headersRule')}
            value={headers}
            placeholder={t(`schemeHeaders.${scheme}`)}
            onChange={(next) => set({ headers: next, scheme: schemeOf(next) ?? scheme })}
          />
          <TextArea
            label={t('body')}
            rule={t('bodyRule', { count: bytesOf(body) })}
            hint={t('bodyHint')}
            value={body}
            onChange={(next) => set({ body: next })}
          />
          <SecretChoice webhooks={webhooks} value={secret} onChange={(next) => set({ secret: next })} />
          <CheckLine checked={old} onChange={(event) => set({ old: event.target.checked })}>
            {t('old')}
          </CheckLine>
          {check.data && <Verdict verdict={check.data} old={old} />}
          {check.error && <ErrorCard error={check.error} />}
        </form>
      </section>
    </Drawer>
  );
}

function useCheck() {
  const account = useSession().account.slug;
  return useChange<Form, SignatureVerdict>({
    send: (_, { scheme, headers, body, secret, old }) => {
      const at = old ? signedAt(scheme, headers) : null;
      const key = secret.from === 'stored' ? { secretId: secret.id } : { secret: secret.text };
      return call('POST /signature-check', {
        account,
        body: { scheme, headers, body, ...key, ...(at === null ? {} : { at }) },
      });
    },
    proof: false,
  });
}
