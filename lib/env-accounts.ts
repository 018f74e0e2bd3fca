import { isLoopbackAddress } from '#lib/loopback.ts';

/** An account given by the environment or by the simulator's start line. Credentials are plain text here. */
export type AccountSettings = {
  slug: string;
  kind: 'pix' | 'hub' | 'card';
  environment: 'sandbox' | 'production';
  simulator: boolean;
  baseUrl: string;
  credentials: Record<string, string>;
  settings: Record<string, string>;
};

type Env = Record<string, string | undefined>;

/** Documents 2 and 3 are read when their providers are built; until then their groups are refused by name. */
const LATER_GROUPS = ['HUB', 'CARD'];

/**
 * Accounts of the environment. Absent groups give none; a half-set group is a fault that names what is missing.
 * Without any group the simulator's accounts count (GUICHE_SIMULATOR, set by the start script).
 */
export function readAccounts(env: Env, faults: string[]): AccountSettings[] {
  const pix = readPix(env, faults);
  for (const group of LATER_GROUPS)
    if (Object.keys(env).some((name) => name.startsWith(`${group}_`)))
      faults.push(`${group}_…: accounts of this kind are not supported yet; remove these settings.`);
  if (pix !== null) return [pix];
  return faults.length > 0 ? [] : readSimulator(env, faults);
}

function readPix(env: Env, faults: string[]): AccountSettings | null {
  const needed = ['PIX_BASE_URL', 'PIX_ACCESS_TOKEN'];
  const group = [...needed, 'PIX_ENVIRONMENT', 'SANDBOX_PIX_URL', 'SANDBOX_PIX_TOKEN'];
  if (!group.some((name) => env[name] !== undefined)) return null;
  for (const name of needed)
    if (env[name] === undefined)
      faults.push(`${name}: missing; ${others(env, group)} is set, and the group needs it.`);
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
    credentials: present({ accessToken: env.PIX_ACCESS_TOKEN, sandboxToken: env.SANDBOX_PIX_TOKEN }),
    settings: present({ sandboxUrl: sandboxUrl ?? undefined }),
  };
}

function sandboxFaults(env: Env): string[] {
  if ((env.SANDBOX_PIX_URL === undefined) === (env.SANDBOX_PIX_TOKEN === undefined)) return [];
  const missing = env.SANDBOX_PIX_URL === undefined ? 'SANDBOX_PIX_URL' : 'SANDBOX_PIX_TOKEN';
  return [`${missing}: missing; SANDBOX_PIX_URL and SANDBOX_PIX_TOKEN go together.`];
}

function readEnvironment(word: string | undefined, url: string | undefined, name: string, faults: string[]) {
  if (word === 'sandbox' || word === 'production') return word;
  if (word !== undefined) faults.push(`${name}: must be sandbox or production.`);
  return url !== undefined && isLoopbackAddress(url) ? 'sandbox' : 'production';
}

function readUrl(text: string | undefined, name: string, faults: string[]): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    faults.push(`${name}: not an http or https address.`);
    return null;
  }
  if (url.protocol === 'http:' && !isLoopbackAddress(text))
    faults.push(`${name}: must be https (http only on a loopback address).`);
  return text.replace(/\/+$/, '');
}

function readSimulator(env: Env, faults: string[]): AccountSettings[] {
  if (env.GUICHE_SIMULATOR === undefined) return [];
  try {
    const line = JSON.parse(env.GUICHE_SIMULATOR) as SimulatorLine;
    if (line.pix === undefined) return [];
    return [
      {
        slug: 'pix',
        kind: 'pix',
        environment: 'sandbox',
        simulator: true,
        baseUrl: line.pix.baseUrl,
        credentials: present({ accessToken: line.pix.accessToken, sandboxToken: line.sandboxPix?.token }),
        settings: present({ sandboxUrl: line.sandboxPix?.url, controlUrl: line.controlUrl }),
      },
    ];
  } catch {
    faults.push('GUICHE_SIMULATOR: not the start line of the simulator.');
    return [];
  }
}

type SimulatorLine = {
  pix?: { baseUrl: string; accessToken: string };
  sandboxPix?: { url: string; token: string };
  controlUrl?: string;
};

const others = (env: Env, names: string[]) => names.filter((name) => env[name] !== undefined).join(', ');

function present(values: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
