import 'server-only';
import type { RequestOrigin } from '#lib/api/context.ts';
import { identify } from '#lib/api/steps/identify.ts';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';
import { askForPasskey } from '#lib/auth/server/passkeys.ts';
import { GuicheError } from '#lib/errors.ts';

/**
 * Options for the device's passkey: anybody may ask for a sign-in, which names no key and writes nothing; a
 * step-up is for the session that asks, and its person's keys.
 */
export async function passkeyChallenge(
  purpose: 'sign-in' | 'step-up',
  cookie: ReadCookie,
  from: RequestOrigin,
) {
  if (purpose === 'sign-in') return askForPasskey({ kind: 'sign-in' }, null);
  const who = await identify(cookie, from);
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  return askForPasskey({ kind: 'step-up', sessionId: who.sessionId }, who.operator.id);
}
