'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useAddressSeen } from '#components/webhooks/use-webhooks.ts';
import { formatBrl } from '#lib/core/money.ts';
import { documentKind, formatDocument, normalizeDocument } from '#lib/core/pix/documents.ts';
import { callbackError, MOST_METADATA, readMetadata } from '#lib/payments/field-rules.ts';
import { MOST_REFERENCE } from '#lib/payments/rules.ts';
import { PastedField } from '../../ui/pasted-field.tsx';
import { AreaField, PlainField } from '../../ui/plain-field.tsx';
import { useReferenceState } from '../reference-state.tsx';
import { useFaultLabels } from '../refused.tsx';

type Props = { value: string; onChange: (next: string) => void; error?: string | null };

/** The reference field; if it is empty Guichê generates one and shows it afterwards. */
export function ReferenceField({ value, onChange, error = null }: Props) {
  const t = useTranslations('payments.fields');
  const { onBlur, hint } = useReferenceState(value);
  return (
    <PastedField
      paste="reference"
      label={t('reference')}
      rule={t('lengthOf', { count: value.trim().length, most: MOST_REFERENCE })}
      hint={value.trim() === '' ? t('referenceMade') : hint}
      onBlur={onBlur}
      mono
      maxLength={MOST_REFERENCE}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

/** The URL to which the provider reports every change of this payment. */
export function CallbackField({ value, onChange, error = null, hint }: Props & { hint?: string }) {
  const t = useTranslations('payments.fields');
  const words = useFaultLabels();
  const fault = value.includes('.') || value.includes('localhost') ? callbackError(value) : null;
  const good = fault === null && error === null && callbackError(value) === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  return (
    <PastedField
      paste="address"
      label={t('callbackUrl')}
      rule={t('optional')}
      hint={unseen ? t('callbackUnseen') : hint}
      onBlur={onBlur}
      type="url"
      inputMode="url"
      mono
      maxLength={2048}
      placeholder="https://"
      value={value}
      onChange={onChange}
      error={error ?? words(fault)}
    />
  );
}

export function DescriptionField({ value, onChange, error = null, most }: Props & { most: number }) {
  const t = useTranslations('payments.fields');
  return (
    <PlainField
      label={t('description')}
      rule={value === '' ? t('descriptionSeen') : t('lengthOf', { count: value.trim().length, most })}
      maxLength={most}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

const MOST_DESCRIPTION = 140;
type MoreProps = {
  at: (name: 'reference' | 'description' | 'callbackUrl' | 'metadata') => Props;
  metadata: boolean;
};

/** Document 2: free metadata of an operation, one `name: value` per line. */
export function MetadataField({ value, onChange, error: formError = null }: Props) {
  const t = useTranslations('payments.metadata');
  const early = readMetadata(value) === null && !/^[^:=\n]*$/.test(value) ? t('wrong') : null;
  return (
    <AreaField
      label={t('title')}
      rule={t('rule', { most: MOST_METADATA })}
      hint={t('hint')}
      error={formError ?? early}
      className="mono min-h-14"
      rows={2}
      maxLength={5000}
      spellCheck={false}
      value={value}
      onChange={onChange}
    />
  );
}

/** The optional fields of an outgoing payment. */
export function RequestMore({ at, metadata }: MoreProps) {
  return (
    <>
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        <DescriptionField most={MOST_DESCRIPTION} {...at('description')} />
      </div>
      <CallbackField {...at('callbackUrl')} />
      {metadata && <MetadataField {...at('metadata')} />}
    </>
  );
}

type DocumentFieldProps = {
  value: string;
  onChange: (next: string) => void;
  needed: boolean;
  /** This amount makes the document required. */
  byAmount: boolean;
  error: string | null;
};

/**
 * A CPF or CNPJ, with or without punctuation, with letters allowed; check digits are validated while typing.
 */
export function DocumentField({ value, onChange, needed, byAmount, error }: DocumentFieldProps) {
  const t = useTranslations('payments.fields');
  const faults = useTranslations('payments.faults');
  const [blurred, setBlurred] = useState(false);
  const kind = documentKind(value);
  const letters = /[A-Z]/.test(normalizeDocument(value));
  const complete = normalizeDocument(value).length >= 14;
  const wrong = value.trim() !== '' && kind === null && (blurred || complete);
  return (
    <PastedField
      paste="document"
      label={t('document')}
      rule={t(needed ? 'required' : 'optional')}
      value={value}
      maxLength={24}
      onChange={onChange}
      onBlur={() => {
        setBlurred(true);
        if (kind !== null) onChange(formatDocument(value));
      }}
      error={error ?? (wrong ? faults('document_invalid') : null)}
      hint={
        kind === null ? (
          byAmount &&
          value.trim() === '' && (
            <>
              <Icon name="triangle" tone="warn" />
              <span>{faults('document_required')}</span>
            </>
          )
        ) : (
          <>
            <Icon name="check" tone="ok" />
            <span>{t(kind === 'cpf' ? 'cpfOk' : letters ? 'cnpjLettersOk' : 'cnpjOk')}</span>
          </>
        )
      }
    />
  );
}

/**
 * The hint below an outgoing amount: a warning while typing when it exceeds `most` (cents), so that the
 * provider need not refuse it; otherwise `approval`, the rule on the second person.
 */
export function useAmountHint(cents: number | null, most: number | null, approval: ReactNode): ReactNode {
  const t = useTranslations('payments.fields');
  if (cents === null || most === null || cents <= most) return approval;
  return (
    <>
      <Icon name="triangle" tone="warn" />
      <span className="text-warn-ink">{t('overMost', { amount: formatBrl(most) })}</span>
    </>
  );
}
