import 'server-only';
import { ROLES, type Role } from '#lib/auth/permissions.ts';
import { keyOf } from '#lib/auth/server/hold-team.ts';

type RoleOn = { account: string; role: Role };

/**
 * Roles that a claim names: `finance` holds on all accounts, `pix:analyst` on one by its slug. Administration counts
 * only for a listed subject. Values that name no role are another system's and say nothing here. Each role once.
 */
export function rolesOf(claim: unknown, mayAdminister: boolean): RoleOn[] {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');
  const named = values.flatMap((value) => {
    const [account, word] = value.includes(':') ? split(value) : ['*', value];
    const role = ROLES.find((one) => one === word);
    return role === undefined || account === '' ? [] : [{ account, role }];
  });
  const given = named.filter(({ role }) => role !== 'admin' || mayAdminister);
  return [...new Map(given.map((one) => [keyOf(one), one])).values()];
}

function split(value: string): [string, string] {
  const at = value.lastIndexOf(':');
  return [value.slice(0, at), value.slice(at + 1)];
}
