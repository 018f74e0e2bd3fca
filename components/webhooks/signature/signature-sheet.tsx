'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { AreaField, PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import type { SignatureVerdict } from '#lib/webhooks/queries.ts';
import { withoutScheme } from '#lib/webhooks/rules.ts';
import { bytesOf, SCHEMES, type Scheme, schemeOf, signedAt } from '#lib/webhooks/signature-text.ts';
import { type OpenState, useMay, type Webhooks } from '../use-webhooks.ts';

type SecretPick = { from: 'typed'; text: string } | { from: 'stored'; id: string };

function useStored({ list, callback }: Webhooks): { id: string; label: string }[] {
  const t = useTranslations('webhooks.signature');
  const may = useMay();
  if (!may.webhook) return [];
  const rows = list.data?.items ?? [];
  const ofRows = rows.flatMap(({ secret, url, id }) =>
    secret?.kept ? [{ id: secret.id, label: url === null ? id : withoutScheme(url) }] : [],
  );
  const own = callback.data?.secret;
  return own?.kept ? [...ofRows, { id: own.id, label: t('callbackSecret') }] : ofRows;
}

type Form = { scheme: Scheme; headers: string; body: string; secret: SecretPick; old: boolean };

/** The result: the signature is valid, or which part is wrong and what to compare. */
function Verdict({ verdict, old }: { verdict: SignatureVerdict; old: boolean }) {
  const t = useTranslations('webhooks.signature');
  const locale = useLocale() as Locale;
  const { holds, fault, scheme, signed, expected, received, ageSeconds, holdsApartFromTime } = verdict;
  // A scheme without a timestamp has no age.
  const age = ageSeconds === null ? null : relativeAge(locale, -ageSeconds * 1000, 0);
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each verdict is brought into view
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [verdict]);
  return (
    <div ref={ref} className="grid min-w-0 grid-cols-1 gap-3" role="status">
      {holds && (
        <Callout tone="ok" title={t('holds')}>
          {t('holdsDescription', { age: old || age === null ? 'none' : age })}
        </Callout>
      )}
      {!holds && fault !== null && (
        <Callout tone="danger" title={t(`faults.${fault}.title`)}>
          {t(`faults.${fault}.description`, { header: t(`schemeHeaders.${scheme}`), age: age ?? '' })}{' '}
          {holdsApartFromTime !== null &&
            fault === 'timestamp_outside' &&
            t(holdsApartFromTime ? 'apart' : 'apartNot')}
        </Callout>
      )}
      {(signed ?? expected ?? received) && (
        <dl className="grid gap-2">
          {signed && (
            <Compared
              name={`${t('signed')} · ${t('signedNote', { bytes: signed.bytes })}`}
              value={signed.head}
            />
          )}
          {expected && fault !== 'header_form' && <Compared name={t('expected')} value={expected} copy />}
          {received && <Compared name={t('received')} value={received} copy />}
        </dl>
      )}
    </div>
  );
}

function Compared({ name, value, copy = false }: { name: string; value: string; copy?: boolean }) {
  return (
    <div>
      <dt className="text-(length:--text-xs) text-ink-3">
        {name} {copy && <CopyButton value={value} />}
      </dt>
      <dd className="wrap-anywhere font-mono text-(length:--text-xs) text-ink">{value}</dd>
    </div>
  );
}

/** Checks the signature of a pasted notice: it is valid, or its secret, body, time or header is wrong. */
export function SignatureSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.signature');
  const { kind } = useSession().account;
  const stored = useStored(webhooks);
  const [first] = stored;
  const [form, setForm] = useState<Form>({
    scheme: kind,
    headers: '',
    body: '',
    secret: { from: 'typed', text: '' },
    old: false,
  });
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
      <AreaField
        {...LITERAL}
        label={t('headers')}
        rule={t('headersRule')}
        value={headers}
        placeholder={t(`schemeHeaders.${scheme}`)}
        onChange={(next) => set({ headers: next, scheme: schemeOf(next) ?? scheme })}
      />
      <AreaField
        {...LITERAL}
        label={t('body')}
        rule={t('bodyRule', { count: bytesOf(body) })}
        hint={t('bodyHint')}
        value={body}
        onChange={(next) => set({ body: next })}
      />
      {first && (
        <Segments
          label={t('secretFrom')}
          value={secret.from}
          onChange={(from) =>
            set({ secret: from === 'typed' ? { from, text: '' } : { from: 'stored', id: first.id } })
          }
          options={(['typed', 'stored'] as const).map((from) => ({ value: from, label: t(from) }))}
        />
      )}
      {secret.from === 'typed' ? (
        <PlainField
          label={t('secret')}
          rule={t('secretRule')}
          icon="key"
          mono
          covered
          maxLength={512}
          value={secret.text}
          onChange={(text) => set({ secret: { from: 'typed', text } })}
        />
      ) : (
        <SelectField
          label={t('choose')}
          value={secret.id}
          onChange={(id) => set({ secret: { from: 'stored', id } })}
        >
          {stored.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
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

/** Multi-line input, taken literally: nothing is trimmed or corrected. */
const LITERAL = {
  className: 'min-h-20 resize-y font-mono text-xs leading-4.5',
  rows: 4,
  spellCheck: false,
  autoComplete: 'off',
  autoCapitalize: 'off',
};
