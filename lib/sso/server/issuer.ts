import 'server-only';
import * as client from 'openid-client';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { type SignOnSettings, settings } from '#lib/core/env/settings.ts';
import { databaseAhead } from '#lib/data/clock.ts';

/** How long the discovery document is cached. A failed read is not cached. */
const CACHE_MS = 60 * 60_000;

/** The library tolerates half a minute; a larger change of the clocks' difference reads the issuer again. */
const DRIFT_MS = 5_000;

let found: { config: Promise<client.Configuration>; until: number; aheadMs: number } | undefined;

/** The issuer's configuration by discovery. Throws when it is unreachable or names another issuer. */
export function issuer(signOn: SignOnSettings): Promise<client.Configuration> {
  const aheadMs = databaseAhead();
  const sameClock = found !== undefined && Math.abs(found.aheadMs - aheadMs) < DRIFT_MS;
  if (found !== undefined && sameClock && performance.now() < found.until) return found.config;
  // By default the library trusts TLS and does not check signatures; this enables the check.
  const checks = [client.enableNonRepudiationChecks];
  const execute = isLoopbackAddress(signOn.issuer) ? [...checks, client.allowInsecureRequests] : checks;
  const config = client.discovery(
    new URL(signOn.issuer),
    signOn.clientId,
    {
      client_secret: signOn.clientSecret,
      redirect_uris: [callbackAddress()],
      // Token times are checked by the database's clock, which all processes share.
      [client.clockSkew]: Math.round(aheadMs / 1000),
    },
    undefined,
    { execute, timeout: 10 },
  );
  found = { config, until: performance.now() + CACHE_MS, aheadMs };
  // A failed read is not cached.
  config.catch(() => {
    found = undefined;
  });
  return config;
}

export const callbackAddress = () => `${settings().url}/api/sso/callback`;
