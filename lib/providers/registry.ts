import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { openCredentials } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { Secret } from '#lib/secret.ts';

type Kept = { port: ProviderPort; made: string };
const kept = globalThis as { guichePorts?: Map<string, Kept> };

/** The port to an account's provider: one adapter an account, made anew when its address or credential changes. */
export function portFor(account: Account): ProviderPort {
  kept.guichePorts ??= new Map();
  const made = `${account.baseUrl} ${account.settings.sandboxUrl ?? ''} ${account.sealedCredentials}`;
  const known = kept.guichePorts.get(account.id);
  if (known?.made === made) return known.port;
  const port = makePort(account);
  kept.guichePorts.set(account.id, { port, made });
  return port;
}

function makePort(account: Account): ProviderPort {
  const credentials = openCredentials(account);
  const { sandboxToken } = credentials;
  const { sandboxUrl } = account.settings;
  return createPixAdapter({
    account: { id: account.id, slug: account.slug, simulator: account.simulator },
    baseUrl: account.baseUrl,
    token: new Secret(credentials.accessToken ?? ''),
    ...(sandboxUrl === undefined || sandboxToken === undefined
      ? {}
      : { sandbox: { url: sandboxUrl, token: new Secret(sandboxToken) } }),
    timeouts: settings().timeLimits,
    log: (entry) => log().debug(entry, 'provider call'),
  });
}

const MEMBERS = [
  ...(['balance', 'profile', 'transactions', 'disputes', 'webhooks', 'deliveries', 'resends'] as const),
  'ownership',
] as const;

/** What the account's pages may offer: the members its port has, and the simulator's controls. */
export function capabilitiesOf(account: Account): string[] {
  const port = portFor(account);
  return [
    ...MEMBERS.filter((name) => port[name] !== undefined),
    ...(port.disputes?.defend === undefined ? [] : ['defenses']),
    ...(port.webhooks?.rotateSecret === undefined ? [] : ['webhook-rotation']),
    ...(port.callbackSecret === undefined ? [] : ['callback-secret']),
    ...(account.simulator ? ['simulator'] : []),
  ];
}
