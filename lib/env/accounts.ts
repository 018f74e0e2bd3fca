import { readCard } from '#lib/env/card.ts';
import { readHub } from '#lib/env/hub.ts';
import {
  type AccountSettings,
  type Env,
  hasGroup,
  present,
  readEnvironment,
  readToken,
  readUrl,
} from '#lib/env/read.ts';
import { readSimulator } from '#lib/env/simulator.ts';

export type { AccountSettings };

/**
 * Accounts of the environment. Absent groups give none; a half-set group is a fault that names what is missing.
 * Without any group the simulator's accounts count (GUICHE_SIMULATOR, set by the start script).
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
