'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { AreaField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SignatureVerdict } from '#lib/webhooks/queries.ts';
import { bytesOf, SCHEMES, type Scheme, schemeOf, signedAt } from '#lib/webhooks/signature-text.ts';
import type { OpenState, Webhooks } from '../use-webhooks.ts';
import { SecretChoice, type SecretPick } from './secret-choice.tsx';
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
  const { kind } = useSession().account;
  const [form, setForm] = useState<Form>({ scheme: kind, ...BLANK });
  const [tried, setTried] = useState(false);
  const [verdict, setVerdict] = useState<SignatureVerdict | null>(null);
  const check = useOperation('POST /signature-check', { proof: 'none', onDone: setVerdict });
  const set = (part: Partial<Form>) => {
    check.clear();
    setVerdict(null);
    setForm({ ...form, ...part });
  };
  const { scheme, headers, body, secret, old } = form;
  const ready =
    headers.trim() !== '' && body !== '' && (secret.from === 'stored' ? secret.id : secret.text) !== '';
  return (
    <OperationForm
      form={check}
      as="drawer"
      label={t('label')}
      title={t('title')}
      onClose={state.close}
      onSubmit={() => {
        setTried(true);
        if (ready) return check.submit(bodyOf(form));
      }}
      note={tried && !ready && t('missing')}
      confirm={t('run')}
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
      {verdict && <Verdict verdict={verdict} old={old} />}
    </OperationForm>
  );
}

function bodyOf({ scheme, headers, body, secret, old }: Form) {
  const at = old ? signedAt(scheme, headers) : null;
  const key = secret.from === 'stored' ? { secretId: secret.id } : { secret: secret.text };
  return { scheme, headers, body, ...key, ...(at === null ? {} : { at }) };
}

/** Several lines, as they are: nothing is trimmed or corrected. */
function TextArea(props: ComponentProps<typeof AreaField>) {
  return (
    <AreaField
      {...props}
      className="min-h-20 resize-y font-mono text-xs leading-4.5"
      rows={4}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
    />
  );
}
