'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { AreaField } from '#components/ui/plain-field.tsx';

const MOST_BYTES = 40_000;

type Props = {
  part: 'clientCert' | 'clientKey' | 'ca';
  value: string;
  onChange: (text: string) => void;
  error: string | null;
};

/** A PEM text, pasted or read from a file of this computer. */
export function PemField({ part, value, onChange, error }: Props) {
  const t = useTranslations('accounts.form');
  const picker = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) return setSaid(t('fileBig'));
    onChange(await file.text());
    setSaid(t('fileRead', { name: file.name }));
  };
  return (
    <AreaField
      label={t(part)}
      hint={said}
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
