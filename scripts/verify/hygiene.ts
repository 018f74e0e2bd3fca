import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../install.mjs';
import { projectFiles } from './sources.ts';

type Rule = { path: RegExp; not?: RegExp; seen: RegExp; fault: string };

const CODE = /\.(tsx?|mjs|cjs)$/;
const TESTS = /\.(test|spec)\.tsx?$/;
const SELF = /^scripts\/verify\/hygiene(\.test)?\.ts$/;
const BINARY = /\.(png|jpe?g|webp|gif|ico|woff2?|pdf|br|gz)$/;

/** Forbidden text in a line, by path. Each rule has a failing case in hygiene.test.ts. */
const RULES: Rule[] = [
  { path: /./, seen: /(^|[\s"'`(=:])\/(work|root|Users|home\/[a-z]+)\//, fault: 'a path of one machine' },
  { path: /./, seen: /\.\.\/shared\b/, fault: 'a folder outside the project' },
  {
    path: /./,
    seen: /https?:\/\/[\w.-]*(registry|npmjs|artifactory|verdaccio|nexus)[\w.-]*/i,
    fault: 'a registry host',
  },
  { path: CODE, seen: /@ts-(ignore|nocheck|expect-error)|eslint-disable/, fault: 'a switched-off check' },
  {
    path: CODE,
    seen: /biome-ignore-all|biome-ignore[^:]*(noExcessive|useFilenaming)/,
    fault: 'an allowance',
  },
  {
    path: TESTS,
    seen: /\b(test|it|describe)\.(only|skip|fixme|todo)\b/,
    fault: 'a test that is skipped or runs alone',
  },
  {
    path: CODE,
    seen: /^import \{ type \w+(, type \w+)*,? \} from/,
    fault: 'inline type imports: use `import type`',
  },
  {
    path: /(?<!\.(alone|integration))\.test\.tsx?$/,
    not: SELF,
    seen: /\bvi\.mock\(/,
    fault: 'a replaced module where tests share a process: name it `.alone.test.ts`',
  },
  {
    path: /^sandbox\//,
    seen: /from '(#|(\.\.\/)+(lib|components|app)\/)/,
    fault: 'an import of the product',
  },
  {
    path: CODE,
    not: /^sandbox\//,
    seen: /from '[^']*\bsandbox\/(?!types-of-the-page)[^']*main/,
    fault: 'an import of the simulator',
  },
  {
    path: /^components\/|^lib\/(api\/(client|connection|query-client)|[^/]+\/([a-z-]+-)?(queries|rules))\.ts$/,
    // The snippets are code for the customer's own server.
    not: /\.test\.tsx?$|^components\/webhooks\/snippet\//,
    seen: /\bDate\.now\b|\bnew Date\(\)/,
    fault: 'the clock of this computer: use `serverNow` or `useNow`',
  },
  {
    path: /^lib\/[^/]+\/server\/.*\.ts$/,
    not: /\.test\.ts$|\/testing\//,
    seen: /\bnew Date\(\)\.toISOString\b/,
    fault: 'the clock of this process in an answer: use `databaseIso`',
  },
  {
    path: /^(app|components)\//,
    seen: /\btype(=\{?|: )["'](date|time|datetime-local|month|week)["']/,
    fault: 'a date field of the browser, in its language: use `DateField` or `TimeField`',
  },
  { path: /^lib\//, seen: /from '(#components|(\.\.\/)+(components|app))\//, fault: 'an import from above' },
];
const PICTURES = 'docs/gallery/';
const MOST_OF_PICTURES = 3 << 20;
const DRAWERS = /^(utils?|helpers?|common|misc)\.(tsx?|mjs)$/;
/** The API has one entry point; the sign-in library needs its own. */
const ROUTES = new Set(['app/api/[...path]/route.ts', 'app/api/auth/[...nextauth]/route.ts']);

/** Faults of all project files, as `path:line: what`. */
export function checkHygiene(): string[] {
  const files = projectFiles();
  const texts = files.filter((path) => !BINARY.test(path));
  const documents = texts.filter((path) => path.endsWith('.md'));
  const shown = documents.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  const pictures = files.filter((path) => path.startsWith(PICTURES));
  return [
    ...texts.flatMap((path) => faultsOf(path, readFileSync(join(ROOT, path), 'utf8'))),
    ...pictureFaults(
      pictures.map((path) => ({ path, size: statSync(join(ROOT, path)).size })),
      shown,
    ),
  ];
}

/**
 * Each new version of a picture makes every clone larger, so only pictures that a document shows are allowed.
 */
export function pictureFaults(pictures: { path: string; size: number }[], documents: string): string[] {
  const all = pictures.reduce((sum, { size }) => sum + size, 0);
  return [
    ...pictures
      .filter(({ path }) => !documents.includes(path.slice('docs/'.length)))
      .map(({ path }) => `${path}: a picture that no document shows`),
    ...(all > MOST_OF_PICTURES ? [`${PICTURES}: ${all} bytes, ${MOST_OF_PICTURES} at most`] : []),
  ];
}

/** Faults of one file's text. */
export function faultsOf(path: string, text: string): string[] {
  const lines = text.split('\n');
  return [
    ...(SELF.test(path) ? [] : lines.flatMap((line, index) => lineFaults(path, line, index))),
    ...(DRAWERS.test(basename(path)) ? [`${path}: a drawer: name the subject`] : []),
    ...(/^app\/.*\/page\.tsx$/.test(path) && lines.length > 41
      ? [`${path}: a page has 40 lines at most`]
      : []),
    ...(/\/route\.tsx?$/.test(path) && !ROUTES.has(path)
      ? [`${path}: an endpoint is a line in its feature's handlers`]
      : []),
    ...(/^lib\/[^/]+\/server\/[^/]+\.ts$/.test(path) && !TESTS.test(path) ? open(path, text) : []),
    ...(path === 'biome.json' ? loosened(text) : []),
    ...(path.includes('known-violations') ? [`${path}: an allowance list`] : []),
  ];
}

function lineFaults(path: string, line: string, index: number): string[] {
  const broken = RULES.filter(
    (rule) => rule.path.test(path) && !rule.not?.test(path) && rule.seen.test(line),
  );
  const here = line.includes(`${ROOT}/`) || (homedir() !== '/' && line.includes(`${homedir()}/`));
  const faults = broken.map((rule) => rule.fault);
  if (here) faults.push('a path of this machine');
  return [...new Set(faults)].map((fault) => `${path}:${index + 1}: ${fault}`);
}

function open(path: string, text: string): string[] {
  return text.startsWith("import 'server-only';")
    ? []
    : [`${path}: does not begin with import 'server-only'`];
}

/** The limit on a file's lines applies everywhere. */
function loosened(text: string): string[] {
  const { overrides = [] } = JSON.parse(text) as { overrides?: { includes: string[]; linter?: object }[] };
  return overrides
    .filter(({ linter }) => JSON.stringify(linter ?? {}).includes('noExcessiveLinesPerFile'))
    .map(({ includes }) => `biome.json: a size limit is lifted for ${includes.join(', ')}`);
}
