'use client';

import { usePathname } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { CodeLine, ErrorFrame, ErrorHead } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { lackOf, placeOf, segmentOf } from './nav.ts';
import { NotFoundPanel } from './not-found-panel.tsx';
import { useSession } from './session.tsx';

/** Props that Next gives to an `error.tsx`; on the server's faults `error` carries only a digest. */
export type ErrorPanelProps = { error: unknown; retry: () => void };

/** The shell around it stays usable. */
export function ErrorPanel({ error, retry }: ErrorPanelProps) {
  const t = useTranslations('shell.fault');
  // React keeps a script that could not be loaded as failed: only a reload asks for it again.
  const again = error instanceof Error && error.name === 'ChunkLoadError' ? () => location.reload() : retry;
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <Page>
      <ErrorFrame className="mt-4" role="alert">
        <ErrorHead>
          <h1 className="text-sm">{t('title')}</h1>
        </ErrorHead>
        <p>{t(digest === null ? 'todoCodeless' : 'todo')}</p>
        <div>
          <Button onClick={again}>{t('retry')}</Button>
        </div>
        {digest && (
          <CodeLine>
            <span className="inline-flex items-center gap-1">
              {t('code')} <CopyId value={digest} />
            </span>
          </CodeLine>
        )}
      </ErrorFrame>
    </Page>
  );
}

/** An account's address without a page: the role does not open it, the account lacks it, or nothing is there. */
export function AbsentPage() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const entry = placeOf(segmentOf(usePathname(), account.slug));
  const lack = entry === undefined ? null : lackOf(entry, account);
  if (entry === undefined || lack === null) return <NotFoundPanel />;
  const page = t(`nav.pages.${entry.id as 'reports'}`);
  if (lack === 'permission') return <RoleMissing page={page} permission={entry.permission} />;
  return <NotFoundPanel title={t('notFound.lacks', { page })}>{t('notFound.lacksWords')}</NotFoundPanel>;
}

/** Names who may open the page: a link sent to a colleague may lead here. */
export function RoleMissing({ page, permission }: { page: string; permission: Permission }) {
  const t = useTranslations('shell');
  const format = useFormatter();
  const may = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  const roles = format.list(may.map((role) => t(`roles.${role}`)));
  return (
    <NotFoundPanel title={t('notFound.role', { page })}>{t('notFound.roleWords', { roles })}</NotFoundPanel>
  );
}
