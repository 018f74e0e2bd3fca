import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { freePort } from '../scripts/port.ts';
import { expect, test } from './fixtures.ts';
import { filesOf, fileText, layImage, saidInImage } from './support/image.ts';
import { signIn } from './support/sign-in.ts';

// The second test takes the build out of the tree that the first one ran.
test.describe.configure({ timeout: 240_000, mode: 'serial' });

const KEEPER = { email: 'keeper@example.test', password: 'onze-barcos-no-cais' };

type Service = {
  image?: string;
  environment: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  depends_on?: object;
  networks?: string[] | Record<string, { ipv4_address: string }>;
};
const compose = () =>
  parse(fileText('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
    networks: { inside: { ipam: { config: { subnet: string }[] } } };
  };

/** `NAME=value NAME=value`, as an image and a unit write them. */
const named = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.flatMap((line) => line.split(' ')).map((pair) => pair.split('=') as [string, string]),
  );

const command = (list: string | undefined) => JSON.parse((list ?? '[]').replace(/^[^[]*/, '')) as string[];

/** Nothing of the test's own environment. */
const only = (env: Record<string, string>) =>
  ({ PATH: process.env.PATH ?? '', ...env }) as unknown as NodeJS.ProcessEnv;

/** An installation's process: what it printed, and its end. */
async function run(tree: string, env: Record<string, string>) {
  const [, ...args] = command(saidInImage('CMD')[0]);
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: tree,
    env: only(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await new Promise<void>((ready, failed) => {
    const heard = (part: Buffer) => {
      output += String(part);
      if (/Guichê ready at/.test(output)) ready();
    };
    child.stdout?.on('data', heard);
    child.stderr?.on('data', heard);
    void ended.then(([code]) => failed(new Error(`It ended with ${code}:\n${output}`)));
  });
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

let tree = '';
test.beforeAll(() => {
  tree = layImage();
});
test.afterAll(() => rmSync(tree, { recursive: true }));

test('what the image holds is all that runs: it starts, is healthy, signs in, ends, and writes only its data', async ({
  playwright,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-image-'));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = {
    ...named(saidInImage('ENV')),
    PORT: port,
    GUICHE_URL: url,
    GUICHE_DATA_DIR: dataDir,
    GUICHE_ADMIN_EMAIL: KEEPER.email,
    GUICHE_ADMIN_PASSWORD: KEEPER.password,
  };
  const before = filesOf(tree);
  const installation = await run(tree, env);
  const health = command(saidInImage('HEALTHCHECK')[0]);
  const healthy = () =>
    spawnSync(process.execPath, health.slice(1), { cwd: tree, env: only({ PORT: port }) }).status;
  expect(healthy()).toBe(0);
  const request = await playwright.request.newContext({ baseURL: url });
  await signIn(request, { url, signIns: [{ role: 'admin', ...KEEPER }], simulator: null }, 'admin');
  expect((await request.get('/pix/overview')).status()).toBe(200);
  expect((await request.get('/api/accounts/pix/transactions?limit=5')).status()).toBe(200);
  await request.dispose();
  expect(await installation.stop()).toBe(0);
  expect(healthy()).toBe(1);
  expect(filesOf(tree)).toEqual(before);
  rmSync(dataDir, { recursive: true });
});

test('what runs without a build says how to make one', () => {
  rmSync(join(tree, '.next'), { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-image-'));
  const [, ...args] = command(saidInImage('CMD')[0]);
  const env = only({ PORT: '0', GUICHE_DATA_DIR: dataDir });
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: tree, env, encoding: 'utf8' });
  expect({ status, said: stderr.trim() }).toEqual({
    status: 1,
    said: 'Nothing is built here: run `npm run build` first.',
  });
  rmSync(dataDir, { recursive: true });
});

test('the image is well written: linted, not root, and what .dockerignore lets through is what it copies', () => {
  expect(validate(fileText('Dockerfile'))).toEqual([]);
  expect(saidInImage('USER')).toEqual(['node']);
  expect(fileText('Dockerfile')).toContain('FROM node:24');
  const let_in = fileText('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
  const copied = saidInImage('COPY').flatMap((line) => line.match(/(?<=\/app\/)\S+/g) ?? []);
  for (const path of copied.filter((name) => !['.next', 'node_modules'].includes(name)))
    expect(let_in).toContain(path);
});

test('compose: two hardened instances, each with its own data, behind the one proxy they believe', () => {
  const { services, volumes, networks } = compose();
  const { 'guiche-1': first, 'guiche-2': second, proxy } = services;
  for (const instance of [first, second]) {
    expect(instance).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' });
    expect(instance?.environment.DATABASE_URL).toContain('@database:5432/');
  }
  expect(first?.volumes).not.toEqual(second?.volumes);
  const places = Object.values(services).flatMap((service) => service.volumes ?? []);
  const kept = places.map((place) => place.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
  expect(kept.toSorted()).toEqual(Object.keys(volumes).toSorted());
  const { inside } = (proxy?.networks ?? {}) as Record<string, { ipv4_address: string }>;
  const address = inside?.ipv4_address;
  expect(first?.environment.GUICHE_TRUSTED_PROXIES).toBe(`${address}/32`);
  expect(networks.inside.ipam.config[0]?.subnet).toBe(address?.replace(/\d+$/, '0/24'));
  const caddy = fileText('deploy/Caddyfile');
  for (const name of Object.keys(services).filter((service) => /^guiche-/.test(service)))
    expect(caddy).toContain(`${name}:${named(saidInImage('ENV')).PORT}`);
  expect(caddy).toContain('health_uri /api/ready');
});

test('the unit runs the image’s command; every setting that the files name is one that README knows', () => {
  const unit = fileText('deploy/guiche.service');
  const [, ...args] = command(saidInImage('CMD')[0]);
  expect(unit).toMatch(new RegExp(`^ExecStart=\\S+/node ${args.join(' ').replaceAll('.', '\\.')}$`, 'm'));
  const set = [
    ...(fileText('deploy/guiche.env.example').match(/^(?:# )?[A-Z_]+(?==)/gm) ?? []),
    ...Object.keys(compose().services['guiche-1']?.environment ?? {}),
    ...Object.keys(named(saidInImage('ENV'))),
    ...Object.keys(named(unit.match(/(?<=^Environment=).*$/gm) ?? [])),
  ].map((name) => name.replace('# ', ''));
  const known = new Set(['NODE_ENV', ...(fileText('README.md').match(/(?<=`)[A-Z_]+(?=`)/g) ?? [])]);
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});
