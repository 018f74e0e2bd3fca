import { readFileSync } from 'node:fs';
import { readCard } from '#lib/core/env/card.ts';
import {
  type AccountSettings,
  type Env,
  hasGroup,
  present,
  readEnvironment,
  readToken,
  readUrl,
} from '#lib/core/env/read.ts';

export type { AccountSettings };

const AUTH = ['token', 'basic', 'svc'];

const GROUP = ['HUB_BASE_URL', 'HUB_CLIENT_ID', 'HUB_CLIENT_SECRET', 'HUB_AUTH', 'HUB_ENVIRONMENT'];

/** Reads account `hub` from the environment (document 2); null if none of its settings is set. */
function readHub(env: Env, faults: string[]): AccountSettings | null {
  const auth = env.HUB_AUTH ?? 'token';
  // A service key identifies the caller: it needs no client id.
  const needed = ['HUB_BASE_URL', ...(auth === 'svc' ? [] : ['HUB_CLIENT_ID']), 'HUB_CLIENT_SECRET'];
  if (!hasGroup(env, GROUP, needed, faults)) return null;
  if (!AUTH.includes(auth)) faults.push(`HUB_AUTH: must be one of ${AUTH.join(', ')}.`);
  if (auth === 'svc' && env.HUB_CLIENT_SECRET?.startsWith('svc_') === false)
    faults.push('HUB_CLIENT_SECRET: with HUB_AUTH=svc it is the service key, which begins with svc_.');
  const environment = readEnvironment(env.HUB_ENVIRONMENT, env.HUB_BASE_URL, 'HUB_ENVIRONMENT', faults);
  const baseUrl = readUrl(env.HUB_BASE_URL, 'HUB_BASE_URL', faults);
  const clientId = readToken(env, 'HUB_CLIENT_ID', faults);
  const clientSecret = readToken(env, 'HUB_CLIENT_SECRET', faults);
  return {
    slug: 'hub',
    kind: 'hub',
    environment,
    simulator: false,
    baseUrl: baseUrl ?? '',
    credentials: present({ clientId, clientSecret, auth }),
    settings: {},
  };
}

/** The simulator's start line. Each part may be absent; certificates are file paths. */
type SimulatorLine = {
  pix?: { baseUrl: string; accessToken: string };
  hub?: { baseUrl: string; clientId: string; clientSecret: string };
  card?: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    clientCert: string;
    clientKey: string;
    ca: string;
    webhookSecret?: string;
  };
  sandboxPix?: { url: string; token: string };
  controlUrl?: string;
};

/** Reads the simulator's accounts from GUICHE_SIMULATOR (its start line, set by the start script). */
function readSimulator(env: Env, faults: string[]): AccountSettings[] {
  if (env.GUICHE_SIMULATOR === undefined) return [];
  try {
    const line = JSON.parse(env.GUICHE_SIMULATOR) as SimulatorLine;
    return [pixOf(line), hubOf(line), cardOf(line)].filter((account) => account !== null);
  } catch {
    faults.push('GUICHE_SIMULATOR: not the start line of the simulator, or its certificate files are gone.');
    return [];
  }
}

type Parts = { baseUrl: string; credentials: Env; settings?: Env };

function account(
  kind: AccountSettings['kind'],
  { controlUrl }: SimulatorLine,
  parts: Parts,
): AccountSettings {
  return {
    slug: kind,
    kind,
    environment: 'sandbox',
    simulator: true,
    baseUrl: parts.baseUrl,
    credentials: present(parts.credentials),
    settings: present({ ...parts.settings, controlUrl }),
  };
}

function pixOf(line: SimulatorLine): AccountSettings | null {
  if (line.pix === undefined) return null;
  const { baseUrl, accessToken } = line.pix;
  const credentials = { accessToken, sandboxToken: line.sandboxPix?.token };
  return account('pix', line, { baseUrl, credentials, settings: { sandboxUrl: line.sandboxPix?.url } });
}

function hubOf(line: SimulatorLine): AccountSettings | null {
  if (line.hub === undefined) return null;
  const { baseUrl, clientId, clientSecret } = line.hub;
  return account('hub', line, { baseUrl, credentials: { clientId, clientSecret, auth: 'token' } });
}

function cardOf(line: SimulatorLine): AccountSettings | null {
  if (line.card === undefined) return null;
  const { baseUrl, clientId, clientSecret, webhookSecret } = line.card;
  const [clientCert, clientKey, ca] = [line.card.clientCert, line.card.clientKey, line.card.ca].map((path) =>
    readFileSync(path, 'utf8'),
  );
  return account('card', line, {
    baseUrl,
    credentials: { clientId, clientSecret, clientCert, clientKey, ca, webhookSecret },
  });
}

/**
 * Reads the accounts from the environment. An absent group gives no account; an incomplete group gives faults
 * that name what is missing. Without any group, the simulator's accounts are used.
 */
export function readAccounts(env: Env, faults: string[]): AccountSettings[] {
  const own = [readPix(env, faults), readHub(env, faults), readCard(env, faults)].filter(
    (account) => account !== null,
  );
  if (own.length > 0) return own;
  return faults.length > 0 ? [] : readSimulator(env, faults);
}

function readPix(env: Env, faults: string[]): AccountSettings | null {
  const needed = ['PIX_BASE_URL', 'PIX_ACCESS_TOKEN'];
  const group = [...needed, 'PIX_ENVIRONMENT', 'SANDBOX_PIX_URL', 'SANDBOX_PIX_TOKEN'];
  if (!hasGroup(env, group, needed, faults)) return null;
  faults.push(...sandboxFaults(env));
  const environment = readEnvironment(env.PIX_ENVIRONMENT, env.PIX_BASE_URL, 'PIX_ENVIRONMENT', faults);
  if (env.SANDBOX_PIX_URL !== undefined && environment === 'production')
    faults.push('SANDBOX_PIX_URL: not allowed with PIX_ENVIRONMENT=production.');
  const baseUrl = readUrl(env.PIX_BASE_URL, 'PIX_BASE_URL', faults);
  const sandboxUrl = readUrl(env.SANDBOX_PIX_URL, 'SANDBOX_PIX_URL', faults);
  return {
    slug: 'pix',
    kind: 'pix',
    environment,
    simulator: false,
    baseUrl: baseUrl ?? '',
    credentials: present({
      accessToken: readToken(env, 'PIX_ACCESS_TOKEN', faults),
      sandboxToken: readToken(env, 'SANDBOX_PIX_TOKEN', faults),
    }),
    settings: present({ sandboxUrl: sandboxUrl ?? undefined }),
  };
}

function sandboxFaults(env: Env): string[] {
  if ((env.SANDBOX_PIX_URL === undefined) === (env.SANDBOX_PIX_TOKEN === undefined)) return [];
  const missing = env.SANDBOX_PIX_URL === undefined ? 'SANDBOX_PIX_URL' : 'SANDBOX_PIX_TOKEN';
  return [`${missing}: missing; SANDBOX_PIX_URL and SANDBOX_PIX_TOKEN go together.`];
}
