/** Roles and permissions as data: the table of docs/security.md. A role is for one account or all (`*`). */
export const PERMISSIONS = [
  'read',
  'reveal',
  'export',
  'report',
  'dispute',
  'resend',
  'webhook',
  'simulate',
  'charge',
  'refund',
  'withdraw',
  'approve',
  'manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['viewer', 'analyst', 'developer', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  viewer: ['read'],
  analyst: ['read', 'reveal', 'export', 'dispute', 'resend'],
  developer: ['read', 'resend', 'webhook', 'simulate'],
  finance: ['read', 'reveal', 'export', 'report', 'charge', 'refund', 'withdraw', 'approve'],
  admin: PERMISSIONS,
};

/** `account` is an account id, or `*` for all accounts. */
export type Grant = { account: string; role: Role };

/** The permissions of these grants on one account (`*`: on all accounts). */
export function permissionsOn(grants: readonly Grant[], account: string): Set<Permission> {
  const applicable = grants.filter((grant) => grant.account === '*' || grant.account === account);
  return new Set(applicable.flatMap((grant) => ROLE_PERMISSIONS[grant.role]));
}
