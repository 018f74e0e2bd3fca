import { expect, it } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { teamEndpoints } from '#lib/team/contract.ts';
import type { Person } from '#lib/team/queries.ts';
import { inviteForm, personForm } from './team-forms.ts';

const roles = [
  { account: '*', role: 'viewer' },
  { account: 'pix', role: 'finance' },
] as const;
const person = { name: 'Ana', roles: [...roles] } as unknown as Person;

it('invites with what the contract takes; a name left empty is not sent', () => {
  const body = inviteForm.body({ email: ' ana@casa.example ', name: ' ', roles }, null);
  expect(body).toEqual({ email: 'ana@casa.example', roles });
  expect(teamEndpoints['POST /api/settings/team'].body.safeParse(body).success).toBe(true);
});

it('names what is missing', () => {
  expect([...fieldErrorsIn(inviteForm, { email: 'ana@casa', name: '', roles: [] }, null)]).toEqual([
    ['email', 'email'],
    ['roles', 'roles'],
  ]);
  expect([...fieldErrorsIn(personForm, { name: ' ', roles }, person)]).toEqual([['name', 'name']]);
});

it('sends of a change only what differs, whatever order the roles stand in', () => {
  expect(personForm.body({ name: 'Ana ', roles: roles.toReversed() }, person)).toEqual({});
  const changed = personForm.body({ name: 'Bia', roles: [roles[1]] }, person);
  expect(changed).toEqual({ name: 'Bia', roles: [roles[1]] });
  expect(teamEndpoints['PATCH /api/settings/team/{id}'].body.safeParse(changed).success).toBe(true);
});
