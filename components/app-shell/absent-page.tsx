'use client';

import { usePathname } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { entryOf, lackOf, segmentOf } from './nav.ts';
import { NotFoundPanel } from './not-found-panel.tsx';
import { useSession } from './session-context.tsx';

/** An account's address without a page: the role does not open it, the account lacks it, or nothing is there. */
export function AbsentPage() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const entry = entryOf(segmentOf(usePathname(), account.slug));
  const lack = entry === undefined ? null : lackOf(entry, account);
  if (entry === undefined || lack === null) return <NotFoundPanel />;
  const page = t(`nav.${entry.id as 'reports'}`);
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
