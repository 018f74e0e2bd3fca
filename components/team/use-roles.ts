import { useTranslations } from 'next-intl';
import { ROLES } from '#lib/auth/permissions.ts';
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
