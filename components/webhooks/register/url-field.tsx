'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Input } from '#components/ui/input.tsx';
import { checkUrl } from '#lib/webhooks/url-rules.ts';
import { useAddressSeen } from '../use-address-seen.ts';

type Props = {
  value: string;
  onChange: (next: string) => void;
  /** Fault of the address, in words. */
  error: string | null;
  registered: readonly (string | null)[];
};

/** The rule is always there; the answer comes as soon as it is known. */
export function UrlField({ value, onChange, error, registered }: Props) {
  const t = useTranslations('webhooks.form');
  const id = useId();
  const check = checkUrl(value, registered);
  const good = check.fault === null && error === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  return (
    <Field
      id={id}
      label={t('url')}
      rule={t('urlRule')}
      error={error}
      hint={
        good && (
          <>
            <Icon
              name={unseen ? 'triangle' : check.loopback ? 'info' : 'check'}
              tone={unseen ? 'warn' : check.loopback ? 'idle' : 'ok'}
            />
            <span>{t(unseen ? 'urlUnseen' : check.loopback ? 'urlLoopback' : 'urlOk')}</span>
          </>
        )
      }
    >
      <Input
        id={id}
        type="url"
        inputMode="url"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || good ? `${id}-answer` : undefined}
      />
    </Field>
  );
}
