import 'server-only';
import * as client from 'openid-client';
import { isLoopbackAddress } from '#lib/env/loopback.ts';
import { settings } from '#lib/env/settings.ts';
import type { SignOnSettings } from '#lib/env/sign-on.ts';

/** The issuer's description of itself is read anew after this long, and after a failure at once. */
const KEPT_MS = 60 * 60_000;

let found: { config: Promise<client.Configuration>; until: number } | undefined;

/** The issuer as its discovery document describes it. Throws where it cannot be reached or names another issuer. */
export function issuer(signOn: SignOnSettings): Promise<client.Configuration> {
  if (found !== undefined && performance.now() < found.until) return found.config;
  // The library leaves signatures to TLS unless it is told.
  const checks = [client.enableNonRepudiationChecks];
  const execute = isLoopbackAddress(signOn.issuer) ? [...checks, client.allowInsecureRequests] : checks;
  const config = client.discovery(
    new URL(signOn.issuer),
    signOn.clientId,
    { client_secret: signOn.clientSecret, redirect_uris: [callbackAddress()] },
    undefined,
    { execute, timeout: 10 },
  );
  found = { config, until: performance.now() + KEPT_MS };
  // A failed reading is not kept.
  config.catch(() => {
    found = undefined;
  });
  return config;
}

export const callbackAddress = () => `${settings().url}/api/sso/callback`;
