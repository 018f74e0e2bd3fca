'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
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
  const check = checkUrl(value, registered);
  const good = check.fault === null && error === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  return (
    <PastedField
      paste="address"
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
      type="url"
      inputMode="url"
      mono
      placeholder="https://"
      autoFocus
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
