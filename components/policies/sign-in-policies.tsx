'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { AuditLink } from '#components/app-shell/audit-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { PoliciesShown } from '#lib/policies/queries.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { POLICY_NAMES, type PolicyName } from './policy-forms.ts';
import { PolicyLine, PolicyLines } from './policy-lines.tsx';
import { useSaid } from './use-said.tsx';

/** How people come in and how long they stay: what holds, one line each, each with its change. */
export function SignInPolicies({ shown }: { shown: PoliciesShown }) {
  const t = useTranslations('policies.signIn');
  const [changes, setChanges] = useState<PolicyName | null>(null);
  const said = useSaid(shown);
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      action={<AuditLink of="policies" actions={['policies.change']} />}
    >
      <PolicyLines>
        {POLICY_NAMES.map((name) => (
          <PolicyLine key={name}>
            <Name of={name} />
            <div>{said[name]}</div>
            <Button size="sm" aria-label={t('changeOf', { name: t(name) })} onClick={() => setChanges(name)}>
              {t('change')}
            </Button>
          </PolicyLine>
        ))}
        <Fixed name="stepUp">{t('stepUpHeld')}</Fixed>
        {shown.signOn && (
          <Fixed name="signOn">
            {t('signOnHeld', { issuer: shown.signOn.issuer, claim: shown.signOn.roleClaim })}
          </Fixed>
        )}
      </PolicyLines>
      {changes !== null && (
        <PolicyDialog key={changes} shown={shown} changes={changes} onClose={() => setChanges(null)} />
      )}
    </Panel>
  );
}

function Name({ of: name }: { of: PolicyName | 'stepUp' | 'signOn' }) {
  const t = useTranslations('policies.signIn');
  return (
    <div>
      <b className="font-semibold">{t(name)}</b>
      <small className="block text-xs text-ink-3">{t(`${name}Words`)}</small>
    </div>
  );
}

/** Policy in force that this page does not change. */
function Fixed({ name, children }: { name: 'stepUp' | 'signOn'; children: ReactNode }) {
  return (
    <PolicyLine>
      <Name of={name} />
      <div className="break-words">{children}</div>
    </PolicyLine>
  );
}
