import { type Endpoint, type Method, methodOf, pathOf } from '#lib/api/endpoint.ts';
import { ROLE_PERMISSIONS } from '#lib/auth/permissions.ts';
import { endpoints } from '#lib/endpoints.ts';
import type { Role } from '../support/product.ts';

export const ROLES: readonly Role[] = ['admin', 'analyst', 'finance', 'developer', 'viewer'];
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export type Descriptor = { key: string; method: Method; template: string; endpoint: Endpoint };

/** Every descriptor there is: a new one is tested without anybody writing it down here. */
export const DESCRIPTORS: readonly Descriptor[] = Object.entries(endpoints).map(([key, endpoint]) => ({
  key,
  method: methodOf(key),
  template: pathOf(key),
  endpoint,
}));

/** Routes that only the Hub's account has. */
const HUB_ONLY = /\}\/(?:limits|metrics|pix-keys(?!\/lookup).*)$/;

/** A day of which nothing was read. */
const SOME_DAY = '2026-01-05';

/** The address with its parameters filled in; `id` names nothing, so that nothing is changed. */
export function addressOf(template: string, of?: string): string {
  const account = of ?? (HUB_ONLY.test(template) ? 'hub' : template.includes('}/card/') ? 'card' : 'pix');
  return template
    .replace('{account}', account)
    .replace('{day}', SOME_DAY)
    .replace('{version}', '1')
    .replace(/\{\w+\}/g, 'no-such-id');
}

/** Tells if the table of permissions lets this role call the endpoint. */
export function mayCall(role: Role, { permission }: Endpoint): boolean {
  return permission === null || permission === 'signed-in' || ROLE_PERMISSIONS[role].includes(permission);
}
