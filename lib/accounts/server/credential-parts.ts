import 'server-only';
import type { Credentials } from '#lib/accounts/rules.ts';
import { seal } from '#lib/auth/server/seal.ts';

/** A credential as the row keeps it: sealed, but for the address that a sandbox's token belongs to. */
export function sealedParts(id: string, { sandboxUrl, ...secrets }: Credentials) {
  return {
    credentials: seal(JSON.stringify(secrets), `credentials:${id}`),
    settings: (sandboxUrl === undefined ? {} : { sandboxUrl }) as Record<string, string>,
  };
}
