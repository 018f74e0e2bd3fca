'use client';

import { useTranslations } from 'next-intl';
import type { ClipboardEventHandler } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { typeInForce } from '#lib/payments/withdrawal-form.ts';
import { PIX_KEY_KINDS, type PixKeyKind, pixKeyKinds } from '#lib/pix/pix-key.ts';
import { PastedField } from '../../ui/pasted-field.tsx';

type Props = {
  value: string;
  /** Kind that the operator chose; null: by its shape. */
  chosen: PixKeyKind | null;
  onChange: (next: { key: string; keyType: PixKeyKind | null }) => void;
  onPaste: ClipboardEventHandler;
  error: string | null;
};

/** A Pix key; its type is recognised while it is typed, and asked for where it can be two things. */
export function KeyField({ value, chosen, onChange, onPaste, error }: Props) {
  const t = useTranslations('payments.key');
  const possible = pixKeyKinds(value);
  const type = typeInForce(value, chosen);
  const asks = chosen === null && possible.length > 1;
  const rule = asks ? t('which') : chosen === null && type !== null ? t('recognised') : t('rule');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <PastedField
        paste="key"
        label={t('label')}
        rule={rule}
        mono
        maxLength={77}
        value={value}
        autoFocus
        onChange={(key) => onChange({ key, keyType: null })}
        onPaste={onPaste}
        error={error}
        hint={asks && t('asks')}
        after={
          value !== '' && (
            <IconButton icon="x" label={t('clear')} onClick={() => onChange({ key: '', keyType: null })} />
          )
        }
      />
      <Segments<PixKeyKind | 'none'>
        label={t('type')}
        value={type ?? 'none'}
        onChange={(next) => next !== 'none' && onChange({ key: value, keyType: next })}
        options={PIX_KEY_KINDS.map((option) => ({ value: option, label: t(`types.${option}`) }))}
      />
    </div>
  );
}
