import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSettings } from '#lib/core/env/settings.ts';
import { endpoints } from '#lib/endpoints.ts';
import { fileText, imageInstructions, named } from '../e2e/support/image.ts';

type Service = Record<string, unknown> & {
  environment: Record<string, string>;
  env_file?: string;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address: string }>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: object;
  networks: { inside: { ipam: { config: { subnet: string }[] } } };
};
const text = fileText('deploy/compose.yaml');
const { services, volumes, networks } = parse(text, { merge: true }) as Compose;
const { 'guiche-1': first, 'guiche-2': second, proxy, database } = services as Record<string, Service>;
const IMAGE = named(imageInstructions('ENV')) as Record<string, string>;

/** Keys of a service as the Compose specification names them: those that are of use here. */
const KEYS = new Set(
  `build cap_drop command depends_on env_file environment healthcheck image mem_limit networks ports read_only restart
  security_opt shm_size stop_grace_period tmpfs user volumes`.split(/\s+/),
);

describe('compose', () => {
  it('says nothing that Compose does not know', () => {
    for (const [name, service] of Object.entries(services))
      expect([name, Object.keys(service).filter((key) => !KEYS.has(key))]).toEqual([name, []]);
    expect(database?.healthcheck).toEqual({
      ...{ test: ['CMD', 'pg_isready', '-U', 'guiche', '-d', 'guiche'] },
      ...{ interval: '5s', timeout: '3s', retries: 20 },
    });
    expect(first?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  it('is two hardened instances, each with its own data, behind the one proxy they believe', () => {
    for (const instance of [first, second]) {
      expect(instance).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' });
      expect(instance).toMatchObject({ security_opt: ['no-new-privileges:true'], tmpfs: ['/tmp'] });
      expect(instance?.environment.DATABASE_URL).toContain('@database:5432/');
      expect(instance?.volumes?.[0]).toMatch(new RegExp(`:${IMAGE.GUICHE_DATA_DIR}$`));
    }
    expect(first?.volumes).not.toEqual(second?.volumes);
    const places = Object.values(services).flatMap((service) => service.volumes ?? []);
    const kept = places.map((place) => place.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
    expect(kept.toSorted()).toEqual(Object.keys(volumes).toSorted());
    const { inside } = (proxy?.networks ?? {}) as Record<string, { ipv4_address: string }>;
    const address = inside?.ipv4_address;
    expect(first?.environment.GUICHE_TRUSTED_PROXIES).toBe(`${address}/32`);
    expect(networks.inside.ipam.config[0]?.subnet).toBe(address?.replace(/\d+$/, '0/24'));
  });
});

/** `NAME=value` and, commented out, the settings that may be filled in. */
const example = [...fileText('deploy/guiche.env.example').matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
);
const FILLED: Record<string, string> = {
  GUICHE_SECRET: 'one of thirty-two bytes or more, as openssl makes it',
  GUICHE_ADMIN_EMAIL: 'ana@example.com',
  GUICHE_ADMIN_PASSWORD: 'onze-barcos-no-cais',
  PIX_BASE_URL: 'https://provider.example/v1',
  PIX_ACCESS_TOKEN: 'token',
  METRICS_TOKEN: 'a token for scrapes',
  GUICHE_HOST: 'guiche.example.com',
  POSTGRES_PASSWORD: '0f3a9c',
};
/** As Compose puts variables of the shell in. */
const put = (value: string) => value.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => FILLED[name] ?? '');
const ofCompose = Object.fromEntries(
  Object.entries(first?.environment ?? {}).map(([name, value]) => [name, put(value)]),
);
/** Environment of a process of the first instance, with every setting of the example filled in. */
const given = {
  ...IMAGE,
  ...Object.fromEntries(example.map(({ name, value }) => [name, FILLED[name] ?? value])),
  ...ofCompose,
};

describe('its settings', () => {
  it('are whole: the product starts with them and reads each', () => {
    expect(loadSettings(given)).toMatchObject({
      ...{ host: '0.0.0.0', port: 3000, dataDir: '/data', url: 'https://guiche.example.com' },
      ...{ databaseUrl: 'postgres://guiche:0f3a9c@database:5432/guiche', trustedProxies: ['172.29.72.2/32'] },
      ...{ secret: FILLED.GUICHE_SECRET, metricsToken: FILLED.METRICS_TOKEN, logLevel: 'info' },
      ...{ admin: { email: FILLED.GUICHE_ADMIN_EMAIL }, smtp: { from: 'Guichê <guiche@example.com>' } },
      ...{ otlpEndpoint: 'http://collector.example.com:4318', accounts: [{ slug: 'pix', simulator: false }] },
    });
    expect(first?.env_file).toBe('guiche.env');
  });

  it.each(['GUICHE_SECRET', 'GUICHE_URL', 'PIX_ACCESS_TOKEN'])('%s is needed, and given', (name) => {
    expect(() => loadSettings({ ...given, [name]: '' })).toThrow(name);
  });

  it('stand in the code that reads the environment, and in the README', () => {
    const sources = ['settings', 'accounts'].map((name) => fileText(`lib/core/env/${name}.ts`));
    const unit = named(fileText('deploy/guiche.service').match(/(?<=^Environment=).*$/gm) ?? []);
    const names = new Set([...Object.keys(given), ...Object.keys(unit)]);
    // Node's own.
    names.delete('NODE_ENV');
    const unread = [...names].filter(
      (name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
    );
    expect(unread).toEqual([]);
    const readme = fileText('README.md');
    expect([...names].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('that Compose takes from the shell are told where it is started', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const line = /^export (.*)$/m.exec(fileText('docs/operating.md'))?.[1] ?? '';
    expect(new Set(Object.keys(named([line.split('#')[0]?.trim() ?? ''])))).toEqual(asked);
  });
});

const TIME = /^\d+(ms|s|m)$/;
/** Directives of Caddy, each with the form of its words; null: a block that holds others. */
const SITE: Readonly<Record<string, RegExp>> = {
  encode: /^(zstd|gzip)( (zstd|gzip))*$/,
  reverse_proxy: /^[\w-]+:\d+( [\w-]+:\d+)* \{$/,
};
const PROXY: Readonly<Record<string, RegExp>> = {
  lb_policy: /^(round_robin|least_conn|random|first|ip_hash)$/,
  lb_try_duration: TIME,
  health_uri: /^\/\S+$/,
  health_interval: TIME,
  health_timeout: TIME,
  flush_interval: /^-1$/,
};

/** Faults of a Caddyfile: what is no directive of its block, what does not have its form, a block that is left open. */
function caddyFaults(file: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const line of file.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [word = '', ...rest] = line.split(' ');
    if (line === '}') {
      if (open.pop() === undefined) faults.push('a block is closed that was not open');
    } else if (open.length === 0) {
      if (!/^(\{\$[A-Z_]+\}|[\w.-]+) \{$/.test(line)) faults.push(`not a site: ${line}`);
      open.push('site');
    } else {
      const form = (open.at(-1) === 'site' ? SITE : PROXY)[word];
      if (form === undefined) faults.push(`not known in ${open.at(-1)}: ${word}`);
      else if (!form.test(rest.join(' '))) faults.push(`not as it is written: ${line}`);
      if (line.endsWith('{')) open.push(word);
    }
  }
  return open.length === 0 ? faults : [...faults, `left open: ${open.join(', ')}`];
}

describe('the proxy’s file', () => {
  const caddy = fileText('deploy/Caddyfile');

  it('says what Caddy knows, in blocks that are closed', () => {
    expect(caddyFaults(caddy)).toEqual([]);
    for (const [right, wrong] of [
      ['lb_policy round_robin', 'lb_policy roundrobin'],
      ['health_uri', 'health_url'],
      ['encode zstd', 'encode brotli'],
      ['health_interval 2s', 'health_interval 2'],
      ['\t}\n', '\n'],
    ] as const) {
      expect(caddy).toContain(right);
      expect(caddyFaults(caddy.replace(right, wrong)), wrong).not.toEqual([]);
    }
  });

  it('asks every instance at the image’s port, by an address that the product has, and passes streams on', () => {
    const names = Object.keys(services).filter((name) => name.startsWith('guiche-'));
    const behind = names.map((name) => `${name}:${IMAGE.PORT}`).join(' ');
    expect(caddy).toContain(`reverse_proxy ${behind} {`);
    const asked = /health_uri (\S+)/.exec(caddy)?.[1];
    expect(Object.keys(endpoints)).toContain(`GET ${asked}`);
    expect(caddy).toContain('flush_interval -1');
    const site = /^\{\$(\w+)\} \{$/m.exec(caddy)?.[1] ?? '';
    expect(Object.keys(proxy?.environment ?? {})).toEqual([site]);
    expect(proxy?.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  });
});
