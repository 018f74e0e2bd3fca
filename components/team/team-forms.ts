import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { FormDescription } from '#lib/form.ts';
import type { Person, RoleOn } from '#lib/team/queries.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;

/** Names of the members under which the server refuses a role. */
const AT_ROLES = Array.from({ length: 200 }, (_, place) => `roles.${place}.account`);
const roles = {
  kind: 'own',
  fault: (given: readonly RoleOn[]) => (given.length === 0 ? 'roles' : null),
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
  body: ({ email, name, roles: given }) => ({
    email: email.trim(),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    roles: [...given],
  }),
};

export type Changed = { name: string; roles: readonly RoleOn[] };
/** Only what differs is sent. */
export const personForm: FormDescription<Changed, Person, Body<'PATCH /api/settings/team/{id}'>> = {
  blank: { name: '', roles: [] },
  fields: {
    name: { kind: 'text', most: 80, fault: (name) => (name.trim() === '' ? 'name' : null) },
    roles,
  },
  body: ({ name, roles: given }, person) => ({
    ...(name.trim() === person.name ? {} : { name: name.trim() }),
    ...(sameRoles(given, person.roles) ? {} : { roles: [...given] }),
  }),
};

const wordsOf = (roles: readonly RoleOn[]) =>
  [...new Set(roles.map(({ account, role }) => `${account} ${role}`))].sort().join();
const sameRoles = (one: readonly RoleOn[], other: readonly RoleOn[]) => wordsOf(one) === wordsOf(other);
