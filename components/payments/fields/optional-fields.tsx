'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { AreaField, PlainField } from '#components/ui/plain-field.tsx';
import { useAddressSeen } from '#components/webhooks/use-webhooks.ts';
import { clean } from '#lib/core/clean.ts';
import { documentKind, formatDocument, normalizeDocument } from '#lib/core/pix/documents.ts';
import { referenceOptions } from '#lib/operations/queries.ts';
import { callbackError, MOST_METADATA, readMetadata } from '#lib/payments/field-rules.ts';
import { MOST_REFERENCE } from '#lib/payments/rules.ts';
import { useErrorLabels } from '../refused.tsx';

/** A field of a form, as `form.at` returns it. */
type Props = { value: string; onChange: (next: string) => void; error: string | null };

const MOST_DESCRIPTION = 140;
type MoreProps = {
  at: (name: 'reference' | 'description' | 'callbackUrl' | 'metadata') => Props;
  metadata: boolean;
};

/** The optional fields of an outgoing payment. */
export function RequestMore({ at, metadata }: MoreProps) {
  return (
    <>
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        <DescriptionField {...at('description')} />
      </div>
      <CallbackField {...at('callbackUrl')} />
      {metadata && <MetadataField {...at('metadata')} />}
    </>
  );
}

/** The reference; if it is empty Guichê generates one and shows it afterwards. */
export function ReferenceField(field: Props) {
  const t = useTranslations('payments.fields');
  const account = useSession().account.slug;
  const [blurredValue, setBlurredValue] = useState('');
  const reference = clean('reference', field.value);
  const isBlurred = reference !== '' && blurredValue === reference;
  const { data } = useQuery({ ...referenceOptions(account, reference), enabled: isBlurred });
  return (
    <PastedField
      {...field}
      paste="reference"
      label={t('reference')}
      rule={t('lengthOf', { count: field.value.trim().length, most: MOST_REFERENCE })}
      hint={
        field.value.trim() === '' ? (
          t('referenceMade')
        ) : (
          <ReferenceState takenBy={isBlurred ? data?.takenBy : undefined} slug={account} />
        )
      }
      onBlur={() => setBlurredValue(reference)}
      mono
      maxLength={MOST_REFERENCE}
    />
  );
}

/**
 * Whether Guichê already used the reference; it does not block the form. One line, with its height reserved
 * before the answer, so that buttons do not move under a press.
 */
export function ReferenceState({ takenBy, slug }: { takenBy: string | null | undefined; slug: string }) {
  const t = useTranslations('payments.fields');
  if (takenBy === undefined) return <span aria-hidden="true">{'\u00a0'}</span>;
  if (takenBy === null)
    return (
      <>
        <Icon name="check" tone="ok" />
        <span className="truncate">{t('referenceFree')}</span>
      </>
    );
  return (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="truncate text-danger-ink">
        {t.rich('referenceTaken', {
          link: (chunks) => <Link href={`/${slug}/operations/${takenBy}`}>{chunks}</Link>,
        })}
      </span>
    </>
  );
}

/** The URL to which the provider reports every change of this payment. */
export function CallbackField({ hint, ...field }: Props & { hint?: string }) {
  const t = useTranslations('payments.fields');
  const errorLabels = useErrorLabels();
  const { value, error } = field;
  const invalid = callbackError(value);
  const typingError = value.includes('.') || value.includes('localhost') ? invalid : null;
  const { onBlur, unseen } = useAddressSeen(value, error === null && invalid === null);
  return (
    <PastedField
      {...field}
      paste="address"
      label={t('callbackUrl')}
      rule={t('optional')}
      hint={unseen ? t('callbackUnseen') : hint}
      error={error ?? errorLabels(typingError)}
      onBlur={onBlur}
      type="url"
      inputMode="url"
      mono
      maxLength={2048}
      placeholder="https://"
    />
  );
}

export function DescriptionField(field: Props) {
  const t = useTranslations('payments.fields');
  const count = field.value.trim().length;
  return (
    <PlainField
      {...field}
      label={t('description')}
      rule={field.value === '' ? t('descriptionSeen') : t('lengthOf', { count, most: MOST_DESCRIPTION })}
      maxLength={MOST_DESCRIPTION}
    />
  );
}

/** Document 2: free metadata of an operation, one `name: value` per line. */
export function MetadataField({ error, ...field }: Props) {
  const t = useTranslations('payments.metadata');
  const { value } = field;
  const early = readMetadata(value) === null && !/^[^:=\n]*$/.test(value) ? t('wrong') : null;
  return (
    <AreaField
      {...field}
      label={t('title')}
      rule={t('rule', { most: MOST_METADATA })}
      hint={t('hint')}
      error={error ?? early}
      className="mono min-h-14"
      rows={2}
      maxLength={5000}
      spellCheck={false}
    />
  );
}

type DocumentFieldProps = Props & {
  needed: boolean;
  /** This amount makes the document required. */
  byAmount: boolean;
};

/** A CPF or CNPJ, punctuated or not, with letters allowed; check digits are validated while typing. */
export function DocumentField({ needed, byAmount, ...field }: DocumentFieldProps) {
  const t = useTranslations('payments.fields');
  const errors = useTranslations('payments.errors');
  const [blurred, setBlurred] = useState(false);
  const { value, onChange, error } = field;
  const kind = documentKind(value);
  const normalized = normalizeDocument(value);
  const wrong = value.trim() !== '' && kind === null && (blurred || normalized.length >= 14);
  const cnpj = /[A-Z]/.test(normalized) ? 'cnpjLettersOk' : 'cnpjOk';
  return (
    <PastedField
      {...field}
      paste="document"
      label={t('document')}
      rule={t(needed ? 'required' : 'optional')}
      maxLength={24}
      onBlur={() => {
        setBlurred(true);
        if (kind !== null) onChange(formatDocument(value));
      }}
      error={error ?? (wrong ? errors('document_invalid') : null)}
      hint={
        kind === null ? (
          byAmount &&
          value.trim() === '' && (
            <>
              <Icon name="triangle" tone="warn" />
              <span>{errors('document_required')}</span>
            </>
          )
        ) : (
          <>
            <Icon name="check" tone="ok" />
            <span>{t(kind === 'cpf' ? 'cpfOk' : cnpj)}</span>
          </>
        )
      }
    />
  );
}
