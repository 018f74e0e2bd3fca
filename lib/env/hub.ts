import {
  type AccountSettings,
  type Env,
  hasGroup,
  present,
  readEnvironment,
  readToken,
  readUrl,
} from '#lib/env/read.ts';

const AUTH = ['token', 'basic', 'svc'];
const GROUP = ['HUB_BASE_URL', 'HUB_CLIENT_ID', 'HUB_CLIENT_SECRET', 'HUB_AUTH', 'HUB_ENVIRONMENT'];

/** Account `hub` of the environment (document 2); null where none of its settings is there. */
export function readHub(env: Env, faults: string[]): AccountSettings | null {
  const auth = env.HUB_AUTH ?? 'token';
  // A service key says who calls: it needs no id beside it.
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
