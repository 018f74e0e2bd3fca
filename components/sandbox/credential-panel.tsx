'use client';

import { useTranslations } from 'next-intl';
import { ChangeAnswer } from '#components/sandbox/change-answer.tsx';
import { codeTag } from '#components/sandbox/code.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useSimulatorChange } from '#lib/simulator/queries.ts';

/** Access tokens ended before their time: the next call has to fetch another and goes on. */
export function CredentialPanel({ account }: { account: string }) {
  const t = useTranslations('sandbox.credential');
  return (
    <Panel title={t('title')}>
      <RevokeTokens account={account} />
    </Panel>
  );
}

export function RevokeTokens({ account }: { account: string }) {
  const t = useTranslations('sandbox.credential');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p className="text-xs text-ink-3">{t.rich('hint', codeTag)}</p>
      <div>
        <Button aria-disabled={change.isPending} onClick={() => change.mutate({ revokeTokens: true })}>
          {t('revoke')}
        </Button>
      </div>
      <ChangeAnswer error={change.error} done={change.isSuccess ? t('done') : null} />
    </div>
  );
}
