'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { AccountTroubleContext, CodeLine, ErrorFrame, ErrorHead } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { healthQuery } from '#lib/overview/queries.ts';
import { denialReason, doctorPath, placeOf, segmentOf } from './nav.ts';
import { useCan, useSession } from './session.tsx';

/** Props that Next passes to an `error.tsx`; for server errors `error` has only a digest. */
export type ErrorPanelProps = { error: unknown; retry: () => void };

/** The error page inside the shell, which stays usable. */
export function ErrorPanel({ error, retry }: ErrorPanelProps) {
  const t = useTranslations('shell.error');
  // React caches a failed script load, so only a reload of the page requests it again.
  const again = error instanceof Error && error.name === 'ChunkLoadError' ? () => location.reload() : retry;
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <Page>
      <ErrorFrame className="mt-4" role="alert">
        <ErrorHead>
          <h1 className="text-sm">{t('title')}</h1>
        </ErrorHead>
        <p>{t(digest === null ? 'hintWithoutCode' : 'hint')}</p>
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

type Props = {
  /** The reason why the page does not exist for this operator, where known. */
  title?: string;
  children?: ReactNode;
};

/**
 * Content of a `not-found.tsx` inside the shell; the page may exist for other operators. It uses a plain
 * link, because it is part of every page and Next's link would add its script to all of them.
 */
function NotFoundPanel({ title, children }: Props) {
  const t = useTranslations('shell.notFound');
  return (
    <Page className="grid content-center">
      <div className="mx-auto w-full max-w-[26rem]">
        <EmptyState
          framed
          alone
          title={title ?? t('title')}
          action={
            <a href="/" className={buttonVariants({})}>
              {t('home')}
            </a>
          }
        >
          {children ?? t('description')}
        </EmptyState>
      </div>
    </Page>
  );
}

/** The same without the shell. */
export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh">
      <NotFoundPanel />
    </main>
  );
}

/** An account URL without a page: the role may not open it, the account lacks it, or it does not exist. */
export function AbsentPage() {
  const t = useTranslations('shell');
  const { account } = useSession();
  const entry = placeOf(segmentOf(usePathname(), account.slug));
  const lack = entry === undefined ? null : denialReason(entry, account);
  if (entry === undefined || lack === null) return <NotFoundPanel />;
  const page = t(`nav.pages.${entry.id as 'reports'}`);
  if (lack === 'permission') return <RoleMissing page={page} permission={entry.permission} />;
  return (
    <NotFoundPanel title={t('notFound.lacks', { page })}>{t('notFound.lacksDescription')}</NotFoundPanel>
  );
}

/** Names the roles that may open the page, for links shared between colleagues. */
export function RoleMissing({ page, permission }: { page: string; permission: Permission }) {
  const t = useTranslations('shell');
  const format = useFormatter();
  const may = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  const roles = format.list(may.map((role) => t(`roles.${role}`)));
  return (
    <NotFoundPanel title={t('notFound.role', { page })}>
      {t('notFound.roleDescription', { roles })}
    </NotFoundPanel>
  );
}

/** Makes error cards show what the page's account has to do with the error. */
export function AccountTrouble({ children }: { children: ReactNode }) {
  return <AccountTroubleContext value={Trouble}>{children}</AccountTroubleContext>;
}

/** For an account that was never reached: what to check in its address. */
export function Unreached() {
  const t = useTranslations('common.unreached');
  const { data } = useQuery(healthQuery(useSession().account.slug));
  if (data === undefined || data.unreached === null) return null;
  return (
    <p>
      {t(data.unreached, { host: data.host })} {t('credential')} <ToDoctor />
    </p>
  );
}

/** A link to the doctor, which checks address and credential; without the permission, who can open it. */
function ToDoctor() {
  const t = useTranslations('common.unreached');
  const { account } = useSession();
  if (!useCan('manage')) return <>{t('noPermission')}</>;
  return <Link href={doctorPath(account.slug)}>{t('doctor')}</Link>;
}

/** Advice for a refused credential, or for an address that was never reached. */
function Trouble({ credential }: { credential: boolean }) {
  if (!credential) return <Unreached />;
  return (
    <p>
      <ToDoctor />
    </p>
  );
}
