'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { FIELD_RULE, fieldAnswer, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { IpRules } from '#components/ui/ip-rules.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField } from '#components/ui/plain-field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { BY_HAND_SCOPES } from '#lib/accounts/access-rules.ts';
import { baseUrlFault, missingVersion, PASTED_PARTS } from '#lib/accounts/rules.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { clean } from '#lib/core/clean.ts';
import type { CredentialDraft } from './account-forms.ts';

type Props = {
  kind: AccountKind;
  draft: CredentialDraft;
  onChange: (next: CredentialDraft) => void;
  /** Error message of a field (`baseUrl`, `credentials.accessToken`, …). */
  errorAt: (field: string) => string | null;
};

/** Environment, base URL and credential fields of an account kind. */
export function CredentialFields({ kind, draft, onChange, errorAt }: Props) {
  const t = useTranslations('accounts');
  const address = clean('address', draft.baseUrl);
  const wrong = address === '' ? null : baseUrlFault(address);
  const version = missingVersion(kind, address);
  return (
    <>
      <ChoiceField
        label={t('form.environment')}
        value={draft.environment}
        onChange={(environment) => onChange({ ...draft, environment })}
        options={[
          { value: 'production', label: t('environments.production') },
          { value: 'sandbox', label: t('environments.sandbox') },
        ]}
      >
        {draft.environment === 'production' && <p className={fieldAnswer()}>{t('form.production')}</p>}
      </ChoiceField>
      <PastedField
        paste="address"
        label={t('form.baseUrl')}
        hint={version === null ? t('form.baseUrlHint') : <VersionHint path={version} />}
        error={wrong === null ? errorAt('baseUrl') : t(`fault.${wrong}`)}
        mono
        type="url"
        inputMode="url"
        placeholder={kind === 'hub' ? 'https://…/api/v1' : 'https://…/v1'}
        maxLength={500}
        value={draft.baseUrl}
        onChange={(baseUrl) => onChange({ ...draft, baseUrl })}
      />
      <Parts kind={kind} draft={draft} onChange={onChange} errorAt={errorAt} />
      <CredentialNotes kind={kind} />
    </>
  );
}

/** Warns of a missing version path: most providers then answer every call with 404. */
function VersionHint({ path }: { path: string }) {
  const t = useTranslations('accounts.form');
  return (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="text-warn-ink">{t('baseUrlVersion', { path })}</span>
    </>
  );
}

function Parts(props: Props) {
  switch (props.kind) {
    case 'pix':
      return <PixParts {...props} />;
    case 'hub':
      return <HubParts {...props} />;
    case 'card':
      return <CardParts {...props} />;
  }
}

type PartName =
  | 'accessToken'
  | 'sandboxUrl'
  | 'sandboxToken'
  | 'clientId'
  | 'clientSecret'
  | 'serviceKey'
  | 'webhookSecret';
type PartProps = Omit<Props, 'kind'> & { part: string; label?: PartName; open?: boolean; optional?: boolean };

function Part({ draft, onChange, errorAt, part, label, open = false, optional = false }: PartProps) {
  const t = useTranslations('accounts.form');
  return (
    <PastedField
      paste={PASTED_PARTS[part] ?? 'token'}
      label={t(label ?? (part as PartName))}
      rule={optional && t('optional')}
      error={errorAt(`credentials.${part}`)}
      mono
      covered={!open}
      maxLength={4096}
      value={draft.credentials[part] ?? ''}
      onChange={(text) => onChange({ ...draft, credentials: { ...draft.credentials, [part]: text } })}
    />
  );
}

function PixParts(props: Props) {
  const t = useTranslations('accounts.form');
  return (
    <>
      <Part {...props} part="accessToken" />
      {props.draft.environment === 'sandbox' && (
        <fieldset className={fieldVariants()}>
          <legend className={cn(fieldLabel(), 'mb-2 w-full font-semibold')}>
            {t('ownership')} <span className={FIELD_RULE}>{t('optional')}</span>
          </legend>
          <div className="grid min-w-0 grid-cols-1 gap-3">
            <Part {...props} part="sandboxUrl" open />
            <Part {...props} part="sandboxToken" />
          </div>
        </fieldset>
      )}
    </>
  );
}

const AUTHS = ['token', 'basic', 'svc'] as const;

function HubParts(props: Props) {
  const t = useTranslations('accounts.form');
  const { draft, onChange } = props;
  const auth = AUTHS.find((one) => one === draft.credentials.auth) ?? 'token';
  return (
    <>
      <ChoiceField
        label={t('auth')}
        value={auth}
        onChange={(next) => {
          const { clientId = '', ...rest } = draft.credentials;
          const id = next === 'svc' ? {} : { clientId };
          onChange({ ...draft, credentials: { ...rest, ...id, auth: next } });
        }}
        options={AUTHS.map((value) => ({ value, label: t(`auths.${value}`) }))}
      />
      {auth !== 'svc' && <Part {...props} part="clientId" open />}
      <Part {...props} part="clientSecret" label={auth === 'svc' ? 'serviceKey' : 'clientSecret'} />
    </>
  );
}

const MOST_BYTES = 40_000;

type PemFieldProps = {
  part: 'clientCert' | 'clientKey' | 'ca';
  value: string;
  onChange: (text: string) => void;
  error: string | null;
};

/** A PEM text, pasted or read from a local file. */
function PemField({ part, value, onChange, error }: PemFieldProps) {
  const t = useTranslations('accounts.form');
  const picker = useRef<HTMLInputElement>(null);
  const [fileNote, setFileNote] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) return setFileNote(t('fileBig'));
    onChange(await file.text());
    setFileNote(t('fileRead', { name: file.name }));
  };
  return (
    <AreaField
      label={t(part)}
      hint={fileNote}
      error={error}
      className="min-h-20 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      rows={4}
      maxLength={MOST_BYTES}
      spellCheck={false}
      autoComplete="off"
      placeholder="-----BEGIN …"
      value={value}
      onChange={onChange}
    >
      <input
        ref={picker}
        type="file"
        accept=".pem,.crt,.cer,.key,application/x-pem-file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${t('file')}: ${t(part)}`}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div>
        <Button size="sm" icon="file" onClick={() => picker.current?.click()}>
          {t('file')}
        </Button>
      </div>
    </AreaField>
  );
}

function CardParts(props: Props) {
  const { draft, onChange, errorAt } = props;
  const pem = (part: 'clientCert' | 'clientKey' | 'ca') => (
    <PemField
      part={part}
      value={draft.credentials[part] ?? ''}
      onChange={(text) => onChange({ ...draft, credentials: { ...draft.credentials, [part]: text } })}
      error={errorAt(`credentials.${part}`)}
    />
  );
  return (
    <>
      <Part {...props} part="clientId" open />
      <Part {...props} part="clientSecret" />
      {pem('clientCert')}
      {pem('clientKey')}
      {pem('ca')}
      <Part {...props} part="webhookSecret" optional />
    </>
  );
}

/** Notes on a credential: what the provider requires before it works, and what to do when it leaks. */
export function CredentialNotes({ kind }: { kind: AccountKind }) {
  const t = useTranslations('accounts.notes');
  return (
    <div className="grid gap-2 text-xs text-ink-2">
      {kind === 'pix' && (
        <details>
          <summary className="cursor-pointer">{t('ips')}</summary>
          <IpRules code={null} />
        </details>
      )}
      {kind === 'hub' && <p>{t('scopes', { scopes: BY_HAND_SCOPES.join(', ') })}</p>}
      <p>
        <b>{t('leakTitle')}</b> {t(`leak.${kind}`)}
      </p>
    </div>
  );
}
