'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { AccountTroubleContext, CodeLine, ErrorFrame, ErrorHead } from '#components/ui/error-card.tsx';
import { Page } from '#components/ui/page.tsx';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { healthQuery } from '#lib/overview/queries.ts';
import { doctorPath, lackOf, placeOf, segmentOf } from './nav.ts';
import { useCan, useSession } from './session.tsx';

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

type Props = {
  /** Why there is no page here for this operator, where that is known. */
  title?: string;
  children?: ReactNode;
};

/**
 * Content of a `not-found.tsx` inside the shell: the address may exist, for somebody else. Every page of the product
 * carries the outermost one: a link of the framework's would be a script of them all.
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
          {children ?? t('words')}
        </EmptyState>
      </div>
    </Page>
  );
}

/** The same where there is no shell around it. */
export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh">
      <NotFoundPanel />
    </main>
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

/** Every card of a read that failed says what the account of this page has to do with it. */
export function AccountTrouble({ children }: { children: ReactNode }) {
  return <AccountTroubleContext value={Trouble}>{children}</AccountTroubleContext>;
}

/** Of an account that was never reached: what of its address to look at. */
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

/** Link to the doctor, which checks address and credential together; without the permission, whom to ask. */
function ToDoctor() {
  const t = useTranslations('common.unreached');
  const { account } = useSession();
  if (!useCan('manage')) return <>{t('ask')}</>;
  return <Link href={doctorPath(account.slug)}>{t('doctor')}</Link>;
}

/** A refused credential, or an address that was never reached. */
function Trouble({ credential }: { credential: boolean }) {
  if (!credential) return <Unreached />;
  return (
    <p>
      <ToDoctor />
    </p>
  );
}
