'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Input } from '#components/ui/input.tsx';
import type { UrlCheck } from '#lib/webhooks/url-rules.ts';
import { useAddressSeen } from '../use-address-seen.ts';

type Props = {
  value: string;
  onChange: (next: string) => void;
  check: UrlCheck;
  /** The server's word for what is wrong with exactly this address. */
  refused: string | null;
  /** After the first try to go on: an empty field is then a fault too. */
  tried: boolean;
};

/** The rule is always there; the answer comes as soon as it is known. */
export function UrlField({ value, onChange, check, refused, tried }: Props) {
  const t = useTranslations('webhooks.form');
  const id = useId();
  const fault = refused ?? (check.fault === 'empty' && !tried ? null : check.fault);
  const words = fault && (t.has(`faults.${fault}`) ? t(`faults.${fault as 'empty'}`) : fault);
  const good = check.fault === null && refused === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  return (
    <Field
      id={id}
      label={t('url')}
      rule={t('urlRule')}
      error={words}
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
        aria-invalid={words ? true : undefined}
        aria-describedby={words || good ? `${id}-answer` : undefined}
      />
    </Field>
  );
}
