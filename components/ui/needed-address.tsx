'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from './copy-button.tsx';
import { IpRules } from './ip-rules.tsx';

/** The address that the provider must know, to be copied, and its rules for registering one; `code`: its refusal. */
export function NeededAddress({ address, code }: { address: string; code: string | null }) {
  const t = useTranslations('common.error');
  return (
    <>
      <div className="error-value">
        <span className="mono">{address}</span>
        <CopyButton value={address}>{t('copyIp')}</CopyButton>
      </div>
      <IpRules code={code} />
    </>
  );
}
