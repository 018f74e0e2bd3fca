'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmProven } from '#components/shell/confirm-proven.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { call } from '#lib/api/client.ts';
import { keyAsSent, keyFault, type PixKeyType } from '#lib/payments/rules.ts';
import { PlainField } from '../fields/plain-field.tsx';
import { useFaultWords } from '../use-faults.ts';
import { type KeyDialogProps, useKeyChange } from './use-key-change.ts';

const TYPES = ['EVP', 'CNPJ', 'CPF', 'EMAIL', 'PHONE'] as const;
type KeyType = (typeof TYPES)[number];

/** A random key, or one that the account's holder owns. */
export function NewKeyDialog(props: KeyDialogProps) {
  const t = useTranslations('payments.keys');
  const words = useFaultWords();
  const { account, change } = useKeyChange(props);
  const [type, setType] = useState<KeyType>('EVP');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const random = type === 'EVP';
  const own = type.toLowerCase() as PixKeyType;
  const fault = random ? null : keyFault(text, own);
  const body = { type, ...(random ? {} : { key: keyAsSent(text, own) }) };
  return (
    <ConfirmProven
      title={t('newTitle')}
      confirmLabel={t('newConfirm')}
      closeLabel={t('newClose')}
      onClose={props.onClose}
      onConfirm={async () => {
        setTried(true);
        if (fault !== null) return;
        await change((idempotencyKey) => call('POST /pix-keys', { account, body, idempotencyKey }), body);
      }}
    >
      <Segments
        label={t('type')}
        value={type}
        onChange={setType}
        options={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {random ? (
        <p className="text-xs text-ink-3">{t('randomWords')}</p>
      ) : (
        <PlainField
          label={t('key')}
          rule={t('ownRule')}
          mono
          maxLength={77}
          value={text}
          onChange={setText}
          error={tried ? words(fault) : null}
        />
      )}
    </ConfirmProven>
  );
}
