import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { IpRules } from '#components/ui/error-card.tsx';
import { FIELD_RULE, fieldAnswer, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField } from '#components/ui/plain-field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { BY_HAND_SCOPES, baseUrlError, missingVersion, PASTED_PARTS } from '#lib/accounts/rules.ts';
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

const PARTS = { pix: PixParts, hub: HubParts, card: CardParts };
const ENVIRONMENTS = ['production', 'sandbox'] as const;

export function CredentialFields({ kind, draft, onChange, errorAt }: Props) {
  const t = useTranslations('accounts');
  const address = clean('address', draft.baseUrl);
  const wrong = address === '' ? null : baseUrlError(address);
  const version = missingVersion(kind, address);
  const Parts = PARTS[kind];
  // Most providers answer every call with 404 where the version is missing from the path.
  const versionHint = version !== null && (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="text-warn-ink">{t('form.baseUrlVersion', { path: version })}</span>
    </>
  );
  return (
    <>
      <ChoiceField
        label={t('form.environment')}
        value={draft.environment}
        onChange={(environment) => onChange({ ...draft, environment })}
        options={ENVIRONMENTS.map((value) => ({ value, label: t(`environments.${value}`) }))}
      >
        {draft.environment === 'production' && <p className={fieldAnswer()}>{t('form.production')}</p>}
      </ChoiceField>
      <PastedField
        paste="address"
        label={t('form.baseUrl')}
        hint={versionHint || t('form.baseUrlHint')}
        error={wrong === null ? errorAt('baseUrl') : t(`error.${wrong}`)}
        mono
        type="url"
        inputMode="url"
        placeholder={kind === 'hub' ? 'https://…/api/v1' : 'https://…/v1'}
        maxLength={500}
        value={draft.baseUrl}
        onChange={(baseUrl) => onChange({ ...draft, baseUrl })}
      />
      <Parts draft={draft} onChange={onChange} errorAt={errorAt} />
      <CredentialNotes kind={kind} />
    </>
  );
}

type PartsProps = Omit<Props, 'kind'>;

function PixParts(props: PartsProps) {
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
            <Part {...props} part="sandboxUrl" />
            <Part {...props} part="sandboxToken" />
          </div>
        </fieldset>
      )}
    </>
  );
}

const AUTHS = ['token', 'basic', 'svc'] as const;

function HubParts(props: PartsProps) {
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
      {auth !== 'svc' && <Part {...props} part="clientId" />}
      <Part {...props} part="clientSecret" label={auth === 'svc' ? 'serviceKey' : 'clientSecret'} />
    </>
  );
}

const PEMS = ['clientCert', 'clientKey', 'ca'] as const;

function CardParts(props: PartsProps) {
  return (
    <>
      <Part {...props} part="clientId" />
      <Part {...props} part="clientSecret" />
      {PEMS.map((part) => (
        <PemPart key={part} {...props} part={part} />
      ))}
      <Part {...props} part="webhookSecret" />
    </>
  );
}

function partAt({ draft, onChange, errorAt }: PartsProps, part: string) {
  return {
    value: draft.credentials[part] ?? '',
    error: errorAt(`credentials.${part}`),
    onChange: (text: string) => onChange({ ...draft, credentials: { ...draft.credentials, [part]: text } }),
  };
}

type PartName = 'accessToken' | 'sandboxUrl' | 'sandboxToken' | 'clientId' | 'clientSecret' | 'webhookSecret';
type PartProps = PartsProps & { part: PartName; label?: PartName | 'serviceKey' };

function Part({ part, label = part, ...props }: PartProps) {
  const t = useTranslations('accounts.form');
  return (
    <PastedField
      {...partAt(props, part)}
      paste={PASTED_PARTS[part] ?? 'token'}
      label={t(label)}
      rule={part === 'webhookSecret' && t('optional')}
      mono
      covered={part !== 'clientId' && part !== 'sandboxUrl'}
      maxLength={4096}
    />
  );
}

const MAX_PEM_BYTES = 40_000;

/** A PEM text, pasted or read from a local file. */
function PemPart({ part, ...props }: PartsProps & { part: (typeof PEMS)[number] }) {
  const t = useTranslations('accounts.form');
  const picker = useRef<HTMLInputElement>(null);
  const [fileNote, setFileNote] = useState<string | null>(null);
  const at = partAt(props, part);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_PEM_BYTES) return setFileNote(t('fileBig'));
    at.onChange(await file.text());
    setFileNote(t('fileRead', { name: file.name }));
  };
  return (
    <AreaField
      {...at}
      label={t(part)}
      hint={fileNote}
      className="min-h-20 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      rows={4}
      maxLength={MAX_PEM_BYTES}
      spellCheck={false}
      autoComplete="off"
      placeholder="-----BEGIN …"
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
