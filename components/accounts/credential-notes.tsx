'use client';

import { useTranslations } from 'next-intl';
import { IpRules } from '#components/ui/ip-rules.tsx';
import type { AccountKind } from '#lib/account-kinds.ts';
import { BY_HAND_SCOPES } from '#lib/accounts/access-rules.ts';

/** Beside a credential: what must hold at the provider before it works, and what to do when it leaks. */
export function CredentialNotes({ kind }: { kind: AccountKind }) {
  const t = useTranslations('accounts.notes');
  return (
    <div className="grid gap-2 text-xs text-ink-2">
      {kind === 'pix' && (
        <details>
          <summary className="cursor-pointer">{t('ips')}</summary>
          <IpRules code={null} />
        </details>
      )}
      {kind === 'hub' && <p>{t('scopes', { scopes: BY_HAND_SCOPES.join(', ') })}</p>}
      <p>
        <b>{t('leakTitle')}</b> {t(`leak.${kind}`)}
      </p>
    </div>
  );
}
