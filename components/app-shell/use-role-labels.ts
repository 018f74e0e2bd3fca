import { useLocale, useTranslations } from 'next-intl';
import type { AccountSummary } from '#lib/session/contract.ts';

/** Writes roles out, "Análise e financeiro": only the first keeps its capital. */
export function useRoleLabels(): (roles: AccountSummary['roles']) => string {
  const t = useTranslations('shell.roles');
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (roles) =>
    list.format(roles.map((role, index) => (index === 0 ? t(role) : t(role).toLocaleLowerCase(locale))));
}
