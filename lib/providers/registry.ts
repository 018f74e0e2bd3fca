import 'server-only';
import { type Account, cardEntryOn, openCredentials } from '#lib/accounts/server/account.ts';
import { ownAddressPolicy } from '#lib/accounts/server/address-policy.ts';
import { settings } from '#lib/core/env/settings.ts';
import { type AccountMonitor, monitorOf } from '#lib/core/http/health.ts';
import { type ClientTls, createTransport, type Transport } from '#lib/core/http/request.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { CallBudget } from '#lib/data/rate-limit/calls.ts';
import type { CallLimits } from '#lib/data/rate-limit/ledger.ts';
import { createCardAdapter } from '#lib/providers/card/adapter.ts';
import { type CallLog, recordCall } from '#lib/providers/client/request-context.ts';
import { createHubAdapter } from '#lib/providers/hub/adapter.ts';
import { allowsHub, CAPABILITY_SCOPES } from '#lib/providers/hub/scopes.ts';
import { createPixAdapter } from '#lib/providers/pix/adapter.ts';
import { allowsPix, pixScopesFor } from '#lib/providers/pix/client.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** `name`: identifies the credential. */
export type KnownBudget = { slug: string; name: string; limits: CallLimits };
type CachedPort = { port: ProviderPort; fingerprint: string; slug: string };
const ports = () => perProcess('guichePorts', () => new Map<string, CachedPort>());

/** One adapter per account, replaced when its address, settings or credential change. */
export function portFor(account: Account): ProviderPort {
  if (account.unconfigured === true) return { kind: account.kind, unconfigured: true };
  const { sandboxUrl = '', callsPerMinute = '' } = account.settings;
  const fingerprint = `${account.entered} ${account.baseUrl} ${sandboxUrl} ${callsPerMinute} ${account.sealedCredentials}`;
  const known = ports().get(account.id);
  if (known?.fingerprint === fingerprint) return known.port;
  const port = makePort(account);
  ports().set(account.id, { port, fingerprint, slug: account.slug });
  return port;
}

/** Budgets of the accounts that this process has called, by their key. */
export const budgetsNow = () => perProcess('guicheBudgets', () => new Map<string, KnownBudget>());

/** Accounts that this process has called or was about to call, with the monitors of their calls. */
export const monitorsNow = (): { slug: string; monitor: AccountMonitor }[] =>
  [...ports()].map(([id, { slug }]) => ({ slug, monitor: monitorOf(id) }));

/** Monitor and transport wrapper of an examination, which must not change the account's own health. */
export type Watched = { monitor: AccountMonitor; watch: (transport: Transport) => Transport };

/** A port that is not cached and whose every exchange is watched; its account may not be stored. */
export const watchedPort = (account: Account, watched: Watched): ProviderPort => makePort(account, watched);

const PORTS = { pix: pixPort, hub: hubPort, card: cardPort };
const makePort = (account: Account, watched?: Watched): ProviderPort => PORTS[account.kind](account, watched);

/** Options of every adapter. */
function shared(account: Account, watched: Watched | undefined, tls?: ClientTls) {
  const { timeLimits } = settings();
  const transport = createTransport(timeLimits, { tls, addressPolicy: ownAddressPolicy(account) });
  return {
    account: { id: account.id, slug: account.slug, simulator: account.simulator },
    baseUrl: account.baseUrl,
    timeouts: timeLimits,
    ...(watched === undefined
      ? { transport }
      : { monitor: watched.monitor, transport: watched.watch(transport) }),
    // An examined account may not exist yet.
    log: (entry: CallLog) => recordCall(entry, watched === undefined ? account.slug : 'examined'),
    budgetOf: (name: string, all: CallLimits) => {
      const [key, limits] = [`${account.id} ${name}`, { ...all, ...rateOf(account, all) }];
      if (watched === undefined) budgetsNow().set(key, { slug: account.slug, name, limits });
      return new CallBudget(key, limits);
    },
  };
}

/** The account's own setting of calls a minute; a sandbox token's limit is fixed by its contract. */
function rateOf({ settings: { callsPerMinute } }: Account, { adaptive }: CallLimits) {
  return adaptive && callsPerMinute !== undefined ? { perMinute: Number(callsPerMinute) } : {};
}

function pixPort(account: Account, watched?: Watched): ProviderPort {
  const { accessToken, sandboxToken } = openCredentials(account);
  const { sandboxUrl } = account.settings;
  return createPixAdapter({
    ...shared(account, watched),
    token: new Secret(accessToken ?? ''),
    ...(sandboxUrl === undefined || sandboxToken === undefined
      ? {}
      : { sandbox: { url: sandboxUrl, token: new Secret(sandboxToken) } }),
  });
}

function hubPort(account: Account, watched?: Watched): ProviderPort {
  const { clientId, clientSecret, auth } = openCredentials(account);
  return createHubAdapter({
    ...shared(account, watched),
    clientId: clientId ?? '',
    clientSecret: new Secret(clientSecret ?? ''),
    auth: auth === 'basic' || auth === 'svc' ? auth : 'token',
  });
}

function cardPort(account: Account, watched?: Watched): ProviderPort {
  const { clientId, clientSecret, clientCert, clientKey, ca } = openCredentials(account);
  const tls =
    clientCert === undefined && ca === undefined ? undefined : { cert: clientCert, key: clientKey, ca };
  return createCardAdapter({
    ...shared(account, watched, tls),
    clientId: clientId ?? '',
    clientSecret: new Secret(clientSecret ?? ''),
    tls,
  });
}

type Has = (port: ProviderPort) => unknown;

/** Every capability, and its port member. `-create`, `-list` and `-edit` are parts of a page. */
const CAPABILITIES = lookupTable<Has>({
  balance: (port) => port.balance,
  profile: (port) => port.profile,
  'service-status': (port) => port.status,
  transactions: (port) => port.transactions,
  charges: (port) => port.charges,
  'charges-create': (port) => port.charges,
  'charges-list': (port) => port.charges,
  refunds: (port) => port.refunds,
  withdrawals: (port) => port.withdrawals,
  'withdrawals-create': (port) => port.withdrawals,
  'withdrawals-list': (port) => port.withdrawals,
  transfers: (port) => port.transfers,
  'transfers-create': (port) => port.transfers,
  'transfers-list': (port) => port.transfers,
  'key-lookup': (port) => port.keyLookup,
  'qr-decode': (port) => port.decodeCode,
  'pix-keys': (port) => port.pixKeys,
  'pix-keys-edit': (port) => port.pixKeys,
  limits: (port) => port.limits,
  metrics: (port) => port.metrics,
  statement: (port) => port.statement,
  'pending-deposits': (port) => port.pendingDeposits,
  reports: (port) => port.reports,
  receipts: (port) => port.receipt,
  'receipts-charges': (port) => port.receipt,
  'receipts-deposits': (port) => port.receipt,
  'receipts-withdrawals': (port) => port.receipt,
  'receipts-transfers': (port) => port.transfers?.receipt,
  disputes: (port) => port.disputes,
  defenses: (port) => port.disputes?.defend,
  webhooks: (port) => port.webhooks,
  'webhooks-edit': (port) => port.webhooks,
  'webhook-rotation': (port) => port.webhooks?.rotateSecret,
  'callback-secret': (port) => port.callbackSecret,
  'callback-secret-edit': (port) => port.callbackSecret,
  deliveries: (port) => port.deliveries,
  resends: (port) => port.resends,
  ownership: (port) => port.ownership,
  'card-charges': (port) => port.card?.charges,
  recurrences: (port) => port.card?.recurrences,
  'exchange-rates': (port) => port.card?.rate,
});

/** Capabilities of a port that its credential's scopes allow, as far as these are known. */
export function capabilitiesIn(port: ProviderPort): string[] {
  return Object.entries(CAPABILITIES).flatMap(([name, has]) =>
    has(port) !== undefined && allowed(port, name) ? [name] : [],
  );
}

/** Capabilities that the credential's scopes do not allow; any one of the listed scopes is enough. */
export function capabilitiesWithoutScope(
  port: ProviderPort,
): { capability: string; scopes: readonly string[] }[] {
  return Object.entries(CAPABILITIES).flatMap(([capability, has]) => {
    if (has(port) === undefined || allowed(port, capability)) return [];
    const scopes = port.kind === 'hub' ? CAPABILITY_SCOPES[capability] : pixScopesFor(capability);
    return [{ capability, scopes: scopes ?? [] }];
  });
}

function allowed(port: ProviderPort, capability: string): boolean {
  const missing = port.missingScopes?.() ?? [];
  if (port.kind === 'hub') return allowsHub(capability, port.scopes?.() ?? null, missing);
  return port.kind !== 'pix' || allowsPix(capability, missing);
}

/** For the account's pages: its port's and scopes', card entry, and the simulator's controls. */
export function capabilitiesOf(account: Account): string[] {
  return [
    ...capabilitiesIn(portFor(account)),
    ...(cardEntryOn(account) && account.unconfigured !== true ? ['card-entry'] : []),
    ...(account.simulator ? ['simulator'] : []),
  ];
}
