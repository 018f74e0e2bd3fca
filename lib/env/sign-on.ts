import { type Env, hasGroup, readUrl } from '#lib/env/read.ts';

/** Single sign-on; absent without `OIDC_ISSUER`. */
export type SignOnSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim whose values are `role` or `account:role`. */
  roleClaim: string;
  /** Subjects that may be administrators by their claim. */
  admins: readonly string[];
};

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

export function readSignOn(env: Env, faults: string[]): SignOnSettings | null {
  if (!hasGroup(env, [...NEEDED, 'OIDC_ROLE_CLAIM', 'OIDC_ADMINS'], NEEDED, faults)) return null;
  const readable = readUrl(env.OIDC_ISSUER, 'OIDC_ISSUER', faults) !== null;
  // As it was given: an issuer is told from others by every character, the last slash too.
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!readable || issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const admins = (env.OIDC_ADMINS ?? '').split(',').map((subject) => subject.trim());
  return {
    issuer,
    clientId,
    clientSecret,
    roleClaim: env.OIDC_ROLE_CLAIM ?? 'roles',
    admins: admins.filter((subject) => subject !== ''),
  };
}
