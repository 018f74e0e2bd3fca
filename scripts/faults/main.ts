// `npm run faults [-- --only=money,withdrawals,kills,…] [--withdrawals=1000] [--kills=25]`
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../build.ts';
import { watchForTheEnd } from '../ending.ts';
import { ROOT } from '../install.mjs';
import { runStep } from '../steps.ts';
import type { Figures } from './figures.ts';
import { type Ran, readMatrix, writeReport } from './report.ts';
import { PARTS, type RunPart } from './runs.ts';

const HELP = `npm run faults [-- options]
  --only=…          of ${Object.keys(PARTS).join(', ')}; all without it
  --withdrawals=n   randomised withdrawals on each database (1000)
  --kills=n         kill -9 of the product on each database (25)
A part that ran before keeps its lines in docs/faults.md until it runs again.`;

const FIGURES = join(ROOT, `.cache/results/faults-figures-${process.pid}.jsonl`);
const args = process.argv.slice(2);
const options = optionsOf(args);
if (options === null) {
  console.log(HELP);
  process.exit(args.includes('--help') ? 0 : 2);
}

watchForTheEnd();
try {
  process.exitCode = (await run(options)) ? 0 : 1;
} catch (cause) {
  console.log((cause as Error).message);
  process.exitCode = 1;
}

type Options = { only: string[]; withdrawals: number; kills: number };

function optionsOf(args: readonly string[]): Options | null {
  const options: Options = { only: Object.keys(PARTS), withdrawals: 1_000, kills: 25 };
  for (const arg of args) {
    const [name, value = ''] = arg.split('=');
    const count = Number(value);
    if (name === '--only') options.only = value.split(',');
    else if (name === '--withdrawals' && count >= 1) options.withdrawals = count;
    else if (name === '--kills' && count >= 1) options.kills = count;
    else return null;
  }
  return options.only.every((name) => name in PARTS) ? options : null;
}

/** Parts run one after another, because they measure time and a kill needs the whole machine. */
async function run({ only, withdrawals, kills }: Options): Promise<boolean> {
  const chosen = only.flatMap((name) => PARTS[name] ?? []);
  if (chosen.some(({ needsBuild }) => needsBuild)) await ensureBuilt();
  const ran: Ran[] = [];
  for (const part of chosen) {
    const one = await runOne(part, { withdrawals, kills });
    ran.push(one);
    // Written after each part, because a run may last hours.
    writeReport(ran);
  }
  const failed = ran.filter((one) => one.failed > 0 || one.passed === 0);
  console.log(
    `${ran.reduce((sum, one) => sum + one.passed, 0)} passed, ${ran.reduce((sum, one) => sum + one.failed, 0)} failed`,
  );
  for (const one of failed) console.log(`failed: ${one.part}`);
  console.log('Written: docs/faults.md');
  return failed.length === 0;
}

async function runOne(part: RunPart, counts: { withdrawals: number; kills: number }): Promise<Ran> {
  rmSync(FIGURES, { force: true });
  const began = Date.now();
  const env = {
    GUICHE_TEST_FULL: '1',
    GUICHE_FAULTS_FIGURES: FIGURES,
    ...(part.env?.(counts) ?? {}),
  };
  const { passed, failed } = await runStep({ ...part.run, env: { ...part.run.env, ...env } });
  return {
    part: part.run.name,
    what: part.what,
    passed,
    failed,
    minutes: (Date.now() - began) / 60_000,
    figures: figures(),
    ...(part.matrix === true && part.run.results ? { matrix: readMatrix(part.run.results) } : {}),
  };
}

function figures(): Figures {
  try {
    const lines = readFileSync(FIGURES, 'utf8').trim().split('\n');
    return Object.assign({}, ...lines.map((line) => (JSON.parse(line) as { figures: Figures }).figures));
  } catch {
    return {};
  }
}
