'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { checkUrl, nearAddress } from '#lib/webhooks/url-rules.ts';
import { useAddressSeen } from '../use-address-seen.ts';

type Props = {
  value: string;
  onChange: (next: string) => void;
  /** Fault of the address, in words. */
  error: string | null;
  registered: readonly (string | null)[];
  /** Whether another address is meant than the one that is nearly the same. */
  near?: { value: boolean; onChange: (next: boolean) => void; error: string | null };
};

/** The rule is always there; the answer comes as soon as it is known. */
export function UrlField({ value, onChange, error, registered, near }: Props) {
  const t = useTranslations('webhooks.form');
  const check = checkUrl(value, registered);
  const good = check.fault === null && error === null;
  const { onBlur, unseen } = useAddressSeen(value, good);
  const alike = near === undefined ? null : nearAddress(value, registered);
  return (
    <>
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
      {near !== undefined && alike !== null && (
        <Callout tone="warn" role="alert" title={t('nearTitle', { url: alike })}>
          <CheckLine checked={near.value} onChange={(event) => near.onChange(event.target.checked)}>
            {t('nearMeant')}
            {near.error !== null && <small className="block text-xs text-danger-ink">{near.error}</small>}
          </CheckLine>
        </Callout>
      )}
    </>
  );
}
