'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { documentKind, formatDocument, normalizeDocument } from '#lib/core/pix/documents.ts';
import { PastedField } from '../../ui/pasted-field.tsx';

type Props = {
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
export function DocumentField({ value, onChange, needed, byAmount, error }: Props) {
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
