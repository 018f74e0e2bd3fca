import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';
import type { Figures } from './figures.ts';
import { FAULTS, KINDS, meets, nameOf, PROVIDERS, type Provider } from './table.ts';

/**
 * By fault and provider: pairs that passed, out of those that ran. `failed`: the others, by form and fault.
 */
export type Matrix = {
  held: Record<string, Partial<Record<Provider, [passed: number, ran: number]>>>;
  failed: string[];
};
export type Ran = {
  part: string;
  what: string;
  passed: number;
  failed: number;
  minutes: number;
  figures: Figures;
  matrix?: Matrix;
};
type StoredRun = Ran & { at: string; commit: string };

const RESULTS = join(ROOT, 'docs/faults.json');
const DOC = join(ROOT, 'docs/faults.md');

type VitestJson = {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
};

/** Reads a run's JSON: tests are grouped by form and named after their fault. */
export function readMatrix(file: string): Matrix {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestJson;
  const status = new Map(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map((one) => [`${one.ancestorTitles.at(-1)} › ${one.title}`, one.status]),
  );
  const matrix: Matrix = { held: {}, failed: [] };
  for (const fault of FAULTS)
    for (const kind of KINDS) {
      const pair = `${nameOf(kind)} › ${fault.name}`;
      const ended = status.get(pair);
      if (ended !== 'passed' && ended !== 'failed') continue;
      const row = matrix.held[fault.name] ?? {};
      const [passed, ran] = row[kind.provider] ?? [0, 0];
      row[kind.provider] = [passed + (ended === 'passed' ? 1 : 0), ran + 1];
      matrix.held[fault.name] = row;
      if (ended === 'failed') matrix.failed.push(pair);
    }
  return matrix;
}

/** Replaces earlier runs of the same parts and writes docs/faults.md from all of them. */
export function writeReport(ran: readonly Ran[]): void {
  const [at, commit] = [new Date().toISOString().slice(0, 16).replace('T', ' '), commitNow()];
  const fresh = new Map(ran.map((one): [string, StoredRun] => [one.part, { ...one, at, commit }]));
  const before = readStoredRuns();
  const parts = [
    ...before.map((one) => fresh.get(one.part) ?? one),
    ...[...fresh.values()].filter(({ part }) => !before.some((one) => one.part === part)),
  ];
  writeFileSync(RESULTS, `${JSON.stringify(parts, null, 2)}\n`);
  writeFileSync(DOC, documentOf(parts));
}

function readStoredRuns(): StoredRun[] {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as StoredRun[];
  } catch {
    return [];
  }
}

function commitNow(): string {
  try {
    const description = execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return description.trim();
  } catch {
    return 'unknown';
  }
}

function documentOf(parts: readonly StoredRun[]): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const head = [
    '# Faults',
    '',
    'Written by `npm run faults`; not by hand. What must hold: one intent is done at most once at the provider, none is',
    'lost, and what the page says is what the provider has. A run that finds otherwise ends with 1 and names it.',
    '',
    `Machine of the last run: ${cpus().length} cores, ${memory}, Node ${process.version}.`,
    '',
  ];
  const matrix = parts.filter((one) => one.matrix !== undefined);
  return [...head, ...tableOfRuns(parts), ...(matrix.length === 0 ? [] : tableOfFaults(matrix))].join('\n');
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function tableOfRuns(parts: readonly StoredRun[]): string[] {
  const figures = ({ figures: all }: StoredRun) =>
    Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; ');
  return [
    row(['run', 'what', 'held', 'failed', 'figures', 'minutes', 'commit, UTC']),
    row(['---', '---', '--:', '--:', '---', '--:', '---']),
    ...parts.map((one) =>
      row([
        one.part,
        one.what,
        one.passed,
        one.failed,
        figures(one),
        one.minutes.toFixed(1),
        `${one.commit}, ${one.at}`,
      ]),
    ),
    '',
  ];
}

/** Each fault with each provider's forms: how many passed of those that ran, over every database. */
function tableOfFaults(runs: readonly StoredRun[]): string[] {
  const cell = (provider: Provider, fault: (typeof FAULTS)[number]) => {
    if (!KINDS.some((kind) => kind.provider === provider && meets(fault, kind))) return '–';
    const all = runs.flatMap(({ matrix }) => matrix?.held[fault.name]?.[provider] ?? []);
    const [passed, ran] = [0, 1].map((at) => sum(all.filter((_, place) => place % 2 === at)));
    return ran === 0 ? 'not run' : `${passed} of ${ran}`;
  };
  const failed = runs.flatMap(({ part, matrix }) =>
    (matrix?.failed ?? []).map((pair) => `- ${part}: ${pair}`),
  );
  return [
    '## Forms × faults',
    '',
    'Forms that held, of those that can meet the fault, over the databases of the runs above; each with a reference of',
    'the product’s own and, where the form takes one, with a typed one. “Applied”: the provider did it before it failed.',
    '',
    row(['fault', ...PROVIDERS]),
    row(['---', ...PROVIDERS.map(() => '--:')]),
    ...FAULTS.map((fault) => row([fault.name, ...PROVIDERS.map((provider) => cell(provider, fault))])),
    '',
    `Forms: ${PROVIDERS.map(
      (provider) =>
        `${provider} – ${KINDS.filter((kind) => kind.provider === provider)
          .map(({ form }) => form)
          .join(', ')}`,
    ).join('; ')}.`,
    '',
    ...(failed.length === 0 ? [] : ['### Failed', '', ...failed, '']),
  ];
}
