import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { ROOT } from '../install.mjs';
import { RED } from './red-imports.ts';
import { projectFiles } from './sources.ts';

const FOLDERS = /^(app|components|lib|sandbox|scripts|e2e|bench)\//;
const CODE = /\.(tsx?|mjs)$/;

type Module = {
  source: string;
  dependencies: { module: string; resolved: string; couldNotResolve: boolean }[];
};
type Violation = { from: string; to: string; rule: { name: string } };
type Cruise = { modules: Module[]; summary: { violations: Violation[] } };

/**
 * Violations of the import rules, and of the check itself: it must read every file and detect a violation of
 * each rule.
 */
export function checkArchitecture(): string[] {
  const files = projectFiles().filter((path) => FOLDERS.test(path) || /^[^/]+\.(tsx?|mjs)$/.test(path));
  const copy = mirror('sources', new Map(files.map((path) => [path, readFileSync(join(ROOT, path))])));
  const real = cruise(copy);
  return [
    ...real.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...everythingWasRead(real, files),
    ...folderCycles(real).map((folder) => `${folder} imports itself through others`),
    ...subpathsResolve(real),
    ...rulesCanFail(),
  ];
}

/** Folders of lib and of components that import one another, directly or through others. */
function folderCycles(real: Cruise): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of real.modules) {
    const from = featureFolder(source);
    if (from === null) continue;
    const others = imports.get(from) ?? new Set();
    for (const { resolved } of dependencies) {
      const to = featureFolder(resolved);
      if (to !== null && to !== from) others.add(to);
    }
    imports.set(from, others);
  }
  const reached = (from: string) => {
    const seen = new Set<string>();
    const open = [...(imports.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(imports.get(next) ?? []));
    }
    return seen;
  };
  return [...imports.keys()].filter((folder) => reached(folder).has(folder));
}

/** `lib/card` for `lib/card/rules.ts`; null for tests and for files outside a folder of lib or components. */
const featureFolder = (path: string): string | null =>
  /\.test\.tsx?$|\/testing\//.test(path)
    ? null
    : (/^(?:lib|components)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null);

function everythingWasRead(real: Cruise, files: string[]): string[] {
  const read = new Set(real.modules.map((module) => module.source));
  const missing = files.filter((path) => CODE.test(path) && !path.endsWith('.d.ts') && !read.has(path));
  return missing.map((path) => `the import check did not read ${path}`);
}

function subpathsResolve(real: Cruise): string[] {
  const edges = real.modules.flatMap((module) => module.dependencies);
  const aliased = edges.filter(
    (edge) => edge.module.startsWith('#') && /^(lib|components)\//.test(edge.resolved),
  );
  return aliased.length > 20 ? [] : [`only ${aliased.length} #lib and #components imports led to a file`];
}

/** Each rule has a case that violates it; a rule that passes there checks nothing. */
function rulesCanFail(): string[] {
  const files = new Map<string, Buffer>();
  for (const { from, imports } of RED) {
    files.set(from, Buffer.from(imports.map((path) => `import '${specifier(path)}';`).join('\n')));
    for (const path of imports)
      if (!path.startsWith('~') && !files.has(path)) files.set(path, Buffer.from('export {};'));
  }
  const red = cruise(mirror('red', files));
  const cycles = folderCycles(red);
  const seen = new Set([
    ...red.summary.violations.map((v) => `${v.rule.name} ${v.from}`),
    ...red.modules
      .filter(({ source }) => cycles.includes(featureFolder(source) ?? ''))
      .map(({ source }) => `folder-cycles ${source}`),
  ]);
  const rules = ruleNames();
  return [
    ...RED.filter(({ rule, from }) => !seen.has(`${rule} ${from}`)).map(
      ({ rule }) => `rule ${rule} did not see its red case`,
    ),
    ...rules
      .filter((name) => !RED.some(({ rule }) => rule === name))
      .map((name) => `rule ${name} has no red case`),
  ];
}

const specifier = (path: string) =>
  /^(lib|components)\//.test(path) ? `#${path}` : path.replace(/^~/, '').replace(/^(?=[a-z]+\/)/, '#root/');

function ruleNames(): string[] {
  const config = readFileSync(join(ROOT, '.dependency-cruiser.cjs'), 'utf8');
  return [...config.matchAll(/(?:forbid|between)\(\s*'([a-z-]+)'/g)].map((match) => match[1] ?? '');
}

/** Copies files without their types into a folder where their imports resolve. */
function mirror(name: string, files: Map<string, Buffer>): string {
  const folder = join(ROOT, '.cache/architecture', `${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      /\.tsx?$/.test(path) ? withoutTypes(path, content.toString()) : content,
    );
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  cpSync(join(ROOT, 'messages'), join(folder, 'messages'), { recursive: true });
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { imports: object };
  const manifest = { type: 'module', imports: { ...imports, '#root/*': './*' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

function withoutTypes(path: string, text: string): string {
  return transformSync(text, {
    filename: path,
    configFile: false,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx: path.endsWith('x') },
      target: 'esnext',
      transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
    },
  }).code;
}

function cruise(folder: string): Cruise {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', '.'];
  try {
    const output = execFileSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 << 20,
    });
    return JSON.parse(output) as Cruise;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
