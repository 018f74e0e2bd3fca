import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { clean, strangeCharacter } from '#lib/core/clean.ts';
import { plainPem } from '#lib/core/pem.ts';

/** The environment. Empty values count as absent. */
export type Env = Record<string, string | undefined>;

/** An account from the environment or the simulator's start line. Credentials are plain text here. */
export type AccountSettings = {
  slug: string;
  kind: AccountKind;
  environment: 'sandbox' | 'production';
  simulator: boolean;
  baseUrl: string;
  credentials: Record<string, string>;
  settings: Record<string, string>;
};

/** The environment's accounts; an incomplete group adds errors. Without any group, the simulator's. */
export function readAccounts(env: Env, errors: string[]): AccountSettings[] {
  const own = [readPix(env, errors), readHub(env, errors), readCard(env, errors)].filter(
    (account) => account !== null,
  );
  if (own.length > 0) return own;
  return errors.length > 0 ? [] : readSimulator(env, errors);
}

type Parts = Pick<AccountSettings, 'environment'> & {
  simulator?: boolean;
  baseUrl: string | null;
  credentials: Env;
  settings?: Env;
};

function accountOf(
  kind: AccountKind,
  { environment, simulator = false, baseUrl, credentials, settings = {} }: Parts,
): AccountSettings {
  return {
    slug: kind,
    kind,
    environment,
    simulator,
    baseUrl: baseUrl ?? '',
    credentials: present(credentials),
    settings: present(settings),
  };
}

const present = (values: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

function readPix(env: Env, errors: string[]): AccountSettings | null {
  const needed = ['PIX_BASE_URL', 'PIX_ACCESS_TOKEN'];
  const group = [...needed, 'PIX_ENVIRONMENT', 'SANDBOX_PIX_URL', 'SANDBOX_PIX_TOKEN'];
  if (!hasGroup(env, group, needed, errors)) return null;
  if ((env.SANDBOX_PIX_URL === undefined) !== (env.SANDBOX_PIX_TOKEN === undefined)) {
    const missing = env.SANDBOX_PIX_URL === undefined ? 'SANDBOX_PIX_URL' : 'SANDBOX_PIX_TOKEN';
    errors.push(`${missing}: missing; SANDBOX_PIX_URL and SANDBOX_PIX_TOKEN go together.`);
  }
  const environment = readEnvironment(env, 'PIX', errors);
  if (env.SANDBOX_PIX_URL !== undefined && environment === 'production')
    errors.push('SANDBOX_PIX_URL: not allowed with PIX_ENVIRONMENT=production.');
  const baseUrl = readUrl(env, 'PIX_BASE_URL', errors);
  const sandboxUrl = readUrl(env, 'SANDBOX_PIX_URL', errors) ?? undefined;
  const accessToken = readToken(env, 'PIX_ACCESS_TOKEN', errors);
  const sandboxToken = readToken(env, 'SANDBOX_PIX_TOKEN', errors);
  const credentials = { accessToken, sandboxToken };
  return accountOf('pix', { environment, baseUrl, credentials, settings: { sandboxUrl } });
}

const HUB = ['HUB_BASE_URL', 'HUB_CLIENT_ID', 'HUB_CLIENT_SECRET', 'HUB_AUTH', 'HUB_ENVIRONMENT'];
const HUB_AUTH = ['token', 'basic', 'svc'];

function readHub(env: Env, errors: string[]): AccountSettings | null {
  const auth = env.HUB_AUTH ?? 'token';
  // A service key identifies the caller: it needs no client id.
  const needed = ['HUB_BASE_URL', ...(auth === 'svc' ? [] : ['HUB_CLIENT_ID']), 'HUB_CLIENT_SECRET'];
  if (!hasGroup(env, HUB, needed, errors)) return null;
  if (!HUB_AUTH.includes(auth)) errors.push(`HUB_AUTH: must be one of ${HUB_AUTH.join(', ')}.`);
  if (auth === 'svc' && env.HUB_CLIENT_SECRET?.startsWith('svc_') === false)
    errors.push('HUB_CLIENT_SECRET: with HUB_AUTH=svc it is the service key, which begins with svc_.');
  const environment = readEnvironment(env, 'HUB', errors);
  const baseUrl = readUrl(env, 'HUB_BASE_URL', errors);
  const clientId = readToken(env, 'HUB_CLIENT_ID', errors);
  const clientSecret = readToken(env, 'HUB_CLIENT_SECRET', errors);
  return accountOf('hub', { environment, baseUrl, credentials: { clientId, clientSecret, auth } });
}

const CARD_FILES = ['CARD_CLIENT_CERT', 'CARD_CLIENT_KEY', 'CARD_CA'];
const CARD_NEEDED = ['CARD_BASE_URL', 'CARD_CLIENT_ID', 'CARD_CLIENT_SECRET'];
const CARD = [...CARD_NEEDED, ...CARD_FILES, 'CARD_WEBHOOK_SECRET', 'CARD_ENVIRONMENT'];

/** Account `card` (document 3) with its certificates, optional for a loopback address; null if absent. */
function readCard(env: Env, errors: string[]): AccountSettings | null {
  const isLocal = env.CARD_BASE_URL !== undefined && isLoopbackAddress(env.CARD_BASE_URL);
  const hasPair = env.CARD_CLIENT_CERT !== undefined || env.CARD_CLIENT_KEY !== undefined;
  const files = isLocal ? (hasPair ? CARD_FILES.slice(0, 2) : []) : CARD_FILES;
  if (!hasGroup(env, CARD, [...CARD_NEEDED, ...files], errors)) return null;
  const environment = readEnvironment(env, 'CARD', errors);
  const baseUrl = readUrl(env, 'CARD_BASE_URL', errors);
  const clientId = readToken(env, 'CARD_CLIENT_ID', errors);
  const clientSecret = readToken(env, 'CARD_CLIENT_SECRET', errors);
  const webhookSecret = readToken(env, 'CARD_WEBHOOK_SECRET', errors, 'secret');
  const credentials = { clientId, clientSecret, ...readCertificates(env, errors), webhookSecret };
  return accountOf('card', { environment, baseUrl, credentials });
}

/** PEM texts of the client's certificate, its key and the server's certificate authority. */
function readCertificates(env: Env, errors: string[]): Env {
  const [clientCert, clientKey, ca] = CARD_FILES.map((name) => readPem(env, name, errors));
  const checked = <T>(pem: string | undefined, name: string, what: string, parse: (pem: string) => T) => {
    try {
      return pem === undefined ? null : parse(pem);
    } catch {
      errors.push(`${name}: the file is not ${what}.`);
      return null;
    }
  };
  const certificateOf = (pem: string) => new X509Certificate(pem);
  const certificate = checked(clientCert, 'CARD_CLIENT_CERT', 'a PEM certificate', certificateOf);
  const key = checked(clientKey, 'CARD_CLIENT_KEY', 'a PEM private key without a password', createPrivateKey);
  checked(ca, 'CARD_CA', 'a PEM certificate', certificateOf);
  if (certificate !== null && key !== null && !certificate.checkPrivateKey(key))
    errors.push('CARD_CLIENT_KEY: does not belong to the certificate of CARD_CLIENT_CERT.');
  return { clientCert, clientKey, ca };
}

function readPem(env: Env, name: string, errors: string[]): string | undefined {
  const path = env[name];
  if (path === undefined) return undefined;
  try {
    return plainPem(readFileSync(path, 'utf8'));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    errors.push(`${name}: the file ${path} cannot be read (${code}).`);
    return undefined;
  }
}

/** True if any setting of the whole `group` is set; adds an error for each `needed` one that is missing. */
export function hasGroup(env: Env, group: string[], needed: string[], errors: string[]): boolean {
  const setNames = group.filter((name) => env[name] !== undefined);
  if (setNames.length === 0) return false;
  for (const name of needed)
    if (env[name] === undefined)
      errors.push(`${name}: missing; ${setNames.join(', ')} is set, and the group needs it.`);
  return true;
}

function readEnvironment(env: Env, prefix: string, errors: string[]): AccountSettings['environment'] {
  const [word, url] = [env[`${prefix}_ENVIRONMENT`], env[`${prefix}_BASE_URL`]];
  if (word === 'sandbox' || word === 'production') return word;
  if (word !== undefined) errors.push(`${prefix}_ENVIRONMENT: must be sandbox or production.`);
  return url !== undefined && isLoopbackAddress(url) ? 'sandbox' : 'production';
}

/** An http(s) address without slashes at its end; null if absent, null and an error if invalid. */
export function readUrl(env: Env, name: string, errors: string[]): string | null {
  const text = env[name];
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    errors.push(`${name}: not an http or https address.`);
    return null;
  }
  if (url.protocol === 'http:' && !isLoopbackAddress(text))
    errors.push(`${name}: must be https (http only on a loopback address).`);
  return text.replace(/\/+$/, '');
}

/** Reads a credential without what was copied along (`Bearer …`, quotes); an error if it fits no header. */
function readToken(
  env: Env,
  name: string,
  errors: string[],
  kind: 'token' | 'secret' = 'token',
): string | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const value = clean(kind, text);
  const sign = strangeCharacter(kind, value);
  if (sign !== null) errors.push(`${name}: holds ${sign}, which no credential can hold.`);
  return value;
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
function readSimulator(env: Env, errors: string[]): AccountSettings[] {
  if (env.GUICHE_SIMULATOR === undefined) return [];
  try {
    return simulatorAccounts(JSON.parse(env.GUICHE_SIMULATOR) as SimulatorLine);
  } catch {
    errors.push('GUICHE_SIMULATOR: not the start line of the simulator, or its certificate files are gone.');
    return [];
  }
}

function simulatorAccounts({ pix, hub, card, sandboxPix, controlUrl }: SimulatorLine): AccountSettings[] {
  const accounts: AccountSettings[] = [];
  const add = (kind: AccountKind, baseUrl: string, credentials: Env, settings: Env = {}) =>
    accounts.push(
      accountOf(kind, {
        environment: 'sandbox',
        simulator: true,
        baseUrl,
        credentials,
        settings: { ...settings, controlUrl },
      }),
    );
  if (pix !== undefined) {
    const { baseUrl, accessToken } = pix;
    add('pix', baseUrl, { accessToken, sandboxToken: sandboxPix?.token }, { sandboxUrl: sandboxPix?.url });
  }
  if (hub !== undefined) {
    const { baseUrl, clientId, clientSecret } = hub;
    add('hub', baseUrl, { clientId, clientSecret, auth: 'token' });
  }
  if (card !== undefined) {
    const { baseUrl, clientId, clientSecret, webhookSecret } = card;
    const [clientCert, clientKey, ca] = [card.clientCert, card.clientKey, card.ca].map((path) =>
      readFileSync(path, 'utf8'),
    );
    add('card', baseUrl, { clientId, clientSecret, clientCert, clientKey, ca, webhookSecret });
  }
  return accounts;
}
