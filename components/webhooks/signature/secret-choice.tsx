'use client';

import { useTranslations } from 'next-intl';
import { PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { withoutScheme } from '#lib/webhooks/target.ts';
import { useMay } from '../use-may.ts';
import type { Webhooks } from '../use-webhooks.ts';

export type SecretPick = { from: 'typed'; text: string } | { from: 'stored'; id: string };

type Props = { webhooks: Webhooks; value: SecretPick; onChange: (next: SecretPick) => void };

/** Pasted, or one that Guichê keeps, where the operator may use those. */
export function SecretChoice({ webhooks, value, onChange }: Props) {
  const t = useTranslations('webhooks.signature');
  const stored = useStored(webhooks);
  const [first] = stored;
  return (
    <>
      {first && (
        <Segments
          label={t('secretFrom')}
          value={value.from}
          onChange={(from) =>
            onChange(from === 'typed' ? { from, text: '' } : { from: 'stored', id: first.id })
          }
          options={[
            { value: 'typed', label: t('typed') },
            { value: 'stored', label: t('stored') },
          ]}
        />
      )}
      {value.from === 'typed' ? (
        <PlainField
          label={t('secret')}
          rule={t('secretRule')}
          icon="key"
          mono
          covered
          maxLength={512}
          value={value.text}
          onChange={(text) => onChange({ from: 'typed', text })}
        />
      ) : (
        <SelectField label={t('choose')} value={value.id} onChange={(id) => onChange({ from: 'stored', id })}>
          {stored.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

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
