import 'server-only';
import * as client from 'openid-client';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';
import { type SignOnSettings, settings } from '#lib/core/env/settings.ts';
import { databaseAhead } from '#lib/data/clock.ts';

/** The issuer's description of itself is read anew after this long, and after a failure at once. */
const KEPT_MS = 60 * 60_000;

/** The library allows half a minute: a clock that was set by more than this is told to it anew. */
const DRIFT_MS = 5_000;

let found: { config: Promise<client.Configuration>; until: number; aheadMs: number } | undefined;

/** The issuer as its discovery document describes it. Throws where it cannot be reached or names another issuer. */
export function issuer(signOn: SignOnSettings): Promise<client.Configuration> {
  const aheadMs = databaseAhead();
  const sameClock = found !== undefined && Math.abs(found.aheadMs - aheadMs) < DRIFT_MS;
  if (found !== undefined && sameClock && performance.now() < found.until) return found.config;
  // The library leaves signatures to TLS unless it is told.
  const checks = [client.enableNonRepudiationChecks];
  const execute = isLoopbackAddress(signOn.issuer) ? [...checks, client.allowInsecureRequests] : checks;
  const config = client.discovery(
    new URL(signOn.issuer),
    signOn.clientId,
    {
      client_secret: signOn.clientSecret,
      redirect_uris: [callbackAddress()],
      // Times of a token are judged by the clock that all processes share.
      [client.clockSkew]: Math.round(aheadMs / 1000),
    },
    undefined,
    { execute, timeout: 10 },
  );
  found = { config, until: performance.now() + KEPT_MS, aheadMs };
  // A failed reading is not kept.
  config.catch(() => {
    found = undefined;
  });
  return config;
}

export const callbackAddress = () => `${settings().url}/api/sso/callback`;
