'use client';

import { useTranslations } from 'next-intl';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';

/** The simulator's ready sign-ins end with the first real account: somebody must be able to go on. */
export function FirstAdministrator() {
  const t = useTranslations('accounts.first');
  const make = useOperation('POST /api/settings/accounts/set-up-link', { proof: 'dialog' });
  const path = make.answer?.url ?? null;
  return (
    <>
      <Callout
        tone="warn"
        icon="user"
        title={t('title')}
        action={
          path === null && (
            <Button size="sm" aria-busy={make.busy || undefined} onClick={() => void make.submit(undefined)}>
              {t('make')}
            </Button>
          )
        }
      >
        {path === null ? t('words') : <Made path={path} />}
      </Callout>
      {Boolean(make.error) && <ErrorCard error={make.error} />}
    </>
  );
}

function Made({ path }: { path: string }) {
  const t = useTranslations('accounts.first');
  const url = new URL(path, window.location.origin).href;
  return (
    <span className="grid gap-2" role="status">
      {t('made')}
      <span className="flex flex-wrap items-center gap-2">
        <a className="btn btn-sm" href={path}>
          {t('open')}
        </a>
        <CopyButton value={url} />
      </span>
    </span>
  );
}
