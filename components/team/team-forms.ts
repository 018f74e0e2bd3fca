import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ProofMode } from '#components/app-shell/step-up-context.ts';
import type { BodyOf } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { allTeam, type Link, type Person, type RoleOn, type Team } from '#lib/team/queries.ts';

/** Wire paths under which the server reports a refused role. */
const AT_ROLES = Array.from({ length: 200 }, (_, place) => `roles.${place}.account`);
const roles = {
  kind: 'own',
  validate: (chosen: readonly RoleOn[]) => (chosen.length === 0 ? 'roles' : null),
  wire: ['roles', ...AT_ROLES],
} as const;

type Invited = { email: string; name: string; roles: readonly RoleOn[] };
export const inviteForm: FormDescription<Invited, null, BodyOf<'POST /api/settings/team'>> = {
  blank: { email: '', name: '', roles: [{ account: '*', role: 'viewer' }] },
  fields: {
    email: {
      kind: 'text',
      type: 'email',
      paste: 'email',
      most: 200,
      validate: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'email'),
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

type Changed = { name: string; roles: readonly RoleOn[] };
/** Only changes are sent. */
export const personForm: FormDescription<Changed, Person, BodyOf<'PATCH /api/settings/team/{id}'>> = {
  blank: { name: '', roles: [] },
  fields: {
    name: { kind: 'text', most: 80, validate: (name) => (name.trim() === '' ? 'name' : null) },
    roles,
  },
  body: ({ name, roles: chosen }, person) => ({
    ...(name.trim() === person.name ? {} : { name: name.trim() }),
    ...(keyOf(chosen) === keyOf(person.roles) ? {} : { roles: [...chosen] }),
  }),
};

const keyOf = (roles: readonly RoleOn[]) =>
  [...new Set(roles.map(({ account, role }) => `${account} ${role}`))].sort().join();

const KNOWN = ['email', 'name', 'roles', 'taken', 'unknown'] as const;

export function useFieldErrorLabels(): (code: string) => string {
  const t = useTranslations('team.error');
  return (code) => t(KNOWN.find((known) => known === code) ?? 'wrong');
}

/** `stored` false: this form does not restore the sheet's draft after a reload. */
type InviteChoices = { first?: Invited; proof?: ProofMode; stored?: false };

/** The form of an invitation. `sent`: the sent invitation with its link, which is shown once. */
export function useInvite(choices: InviteChoices = {}) {
  const [sent, setSent] = useState<{ email: string; link: Link } | null>(null);
  const form = useOperationForm('POST /api/settings/team', inviteForm, {
    ...choices,
    facts: null,
    errorText: useFieldErrorLabels(),
    stale: [allTeam],
    onDone: ({ invitation }, { email }) => setSent({ email, link: invitation }),
  });
  return { form, sent, close: () => setSent(null) };
}
export type Invite = ReturnType<typeof useInvite>;

/** A person's role names by account, "all accounts" first. Accounts without a role are left out. */
export function useRolesByAccount(accounts: Team['accounts']) {
  const t = useTranslations('team');
  const roleLabel = useTranslations('shell.roles');
  return ({ roles }: Pick<Person, 'roles'>) =>
    [{ slug: '*', name: t('all') }, ...accounts].flatMap(({ slug, name }) => {
      const assigned = ROLES.filter((role) => roles.some((one) => one.account === slug && one.role === role));
      const written = assigned.map((role) => roleLabel(role)).join(', ');
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
