import { useFormatter, useTranslations } from 'next-intl';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { Person, Team } from '#lib/team/queries.ts';

/** A person's roles for each account that they have any on, all accounts first; the roles written out. */
export function useRolesByAccount(accounts: Team['accounts']) {
  const t = useTranslations('team');
  const words = useTranslations('shell.roles');
  return ({ roles }: Pick<Person, 'roles'>) =>
    [{ slug: '*', name: t('all') }, ...accounts].flatMap(({ slug, name }) => {
      const held = ROLES.filter((role) => roles.some((one) => one.account === slug && one.role === role));
      const written = held.map((role) => words(role)).join(', ');
      return held.length === 0 ? [] : [{ account: slug, name, roles: written }];
    });
}

/** On which accounts this person decides what others asked for; who is not in yet, or no more, on none. */
export function useApproves(accounts: Team['accounts']) {
  const t = useTranslations('team.drawer');
  const format = useFormatter();
  return ({ roles, state }: Pick<Person, 'roles' | 'state'>) => {
    const held = state === 'active' ? roles : [];
    const on = held.flatMap(({ account, role }) =>
      ROLE_PERMISSIONS[role].includes('approve') ? account : [],
    );
    if (on.includes('*')) return t('approvesAll');
    const names = accounts.flatMap(({ slug, name }) => (on.includes(slug) ? name : []));
    return names.length === 0 ? t('approvesNone') : t('approvesOn', { accounts: format.list(names) });
  };
}
