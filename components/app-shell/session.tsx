'use client';

import { useLocale, useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Permission } from '#lib/auth/permissions.ts';
import type { AccountSummary, Session } from '#lib/session/contract.ts';

type Value = { session: Session; account: AccountSummary };
const SessionContext = createContext<Value | null>(null);

type Props = { session: Session; account: string; children: ReactNode };

export function SessionProvider({ session, account: slug, children }: Props) {
  const value = useMemo(() => {
    const account = session.accounts.find((candidate) => candidate.slug === slug);
    return account ? { session, account } : null;
  }, [session, slug]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): Value {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession is only for pages of an account the operator may see');
  return value;
}

export function useCan(permission: Permission): boolean {
  return useSession().account.permissions.includes(permission);
}

/** Joins role labels: "Análise e financeiro"; only the first has a capital. */
export function useRoleLabels(): (roles: AccountSummary['roles']) => string {
  const t = useTranslations('shell.roles');
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (roles) =>
    list.format(roles.map((role, index) => (index === 0 ? t(role) : t(role).toLocaleLowerCase(locale))));
}
