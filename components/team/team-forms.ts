import { useFormatter, useTranslations } from 'next-intl';
import type { InputOf } from '#lib/api/endpoint.ts';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { FormDescription } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { Person, RoleOn, Team } from '#lib/team/queries.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;

/** Wire paths under which the server reports a refused role. */
const AT_ROLES = Array.from({ length: 200 }, (_, place) => `roles.${place}.account`);
const roles = {
  kind: 'own',
  fault: (chosen: readonly RoleOn[]) => (chosen.length === 0 ? 'roles' : null),
  wire: ['roles', ...AT_ROLES],
} as const;

export type Invited = { email: string; name: string; roles: readonly RoleOn[] };
export const inviteForm: FormDescription<Invited, null, Body<'POST /api/settings/team'>> = {
  blank: { email: '', name: '', roles: [{ account: '*', role: 'viewer' }] },
  fields: {
    email: {
      kind: 'text',
      type: 'email',
      paste: 'email',
      most: 200,
      fault: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'email'),
    },
    name: { kind: 'text', most: 80 },
    roles,
  },
  body: ({ email, name, roles: chosen }) => ({
    email: email.trim(),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    roles: [...chosen],
  }),
};

export type Changed = { name: string; roles: readonly RoleOn[] };
/** Only changes are sent. */
export const personForm: FormDescription<Changed, Person, Body<'PATCH /api/settings/team/{id}'>> = {
  blank: { name: '', roles: [] },
  fields: {
    name: { kind: 'text', most: 80, fault: (name) => (name.trim() === '' ? 'name' : null) },
    roles,
  },
  body: ({ name, roles: chosen }, person) => ({
    ...(name.trim() === person.name ? {} : { name: name.trim() }),
    ...(sameRoles(chosen, person.roles) ? {} : { roles: [...chosen] }),
  }),
};

const keyOf = (roles: readonly RoleOn[]) =>
  [...new Set(roles.map(({ account, role }) => `${account} ${role}`))].sort().join();
const sameRoles = (one: readonly RoleOn[], other: readonly RoleOn[]) => keyOf(one) === keyOf(other);

const KNOWN = ['email', 'name', 'roles', 'taken', 'unknown'] as const;

/** Error messages of fields. */
export function useFaultLabels(): (fault: string) => string {
  const t = useTranslations('team.fault');
  return (fault) => t(KNOWN.find((known) => known === fault) ?? 'wrong');
}

/** A person's role names by account, "all accounts" first. Accounts without a role are left out. */
export function useRolesByAccount(accounts: Team['accounts']) {
  const t = useTranslations('team');
  const words = useTranslations('shell.roles');
  return ({ roles }: Pick<Person, 'roles'>) =>
    [{ slug: '*', name: t('all') }, ...accounts].flatMap(({ slug, name }) => {
      const assigned = ROLES.filter((role) => roles.some((one) => one.account === slug && one.role === role));
      const written = assigned.map((role) => words(role)).join(', ');
      return assigned.length === 0 ? [] : [{ account: slug, name, roles: written }];
    });
}

/** The accounts on which a person may approve; none for an invited or disabled person. */
export function useApproves(accounts: Team['accounts']) {
  const t = useTranslations('team.drawer');
  const format = useFormatter();
  return ({ roles, state }: Pick<Person, 'roles' | 'state'>) => {
    const effective = state === 'active' ? roles : [];
    const on = effective.flatMap(({ account, role }) =>
      ROLE_PERMISSIONS[role].includes('approve') ? account : [],
    );
    if (on.includes('*')) return t('approvesAll');
    const names = accounts.flatMap(({ slug, name }) => (on.includes(slug) ? name : []));
    return names.length === 0 ? t('approvesNone') : t('approvesOn', { accounts: format.list(names) });
  };
}
