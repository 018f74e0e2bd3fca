// `npm run bench`; its flags: `npm run bench -- --help`.
import { accountRows } from './accounts.ts';
import { auditRows } from './audit.ts';
import { buildBlank, startBlank } from './blank-app.ts';
import { csvRows } from './csv.ts';
import { floodRows } from './flood.ts';
import { growthRows } from './growth.ts';
import { http2Rows } from './http2.ts';
import { instanceRows } from './instances.ts';
import { largeRows } from './large.ts';
import { lighthouseRows } from './lighthouse.ts';
import { listRows } from './list.ts';
import { lookUpRows } from './look-up.ts';
import { numberRows } from './numbers.ts';
import { pageRows } from './pages.ts';
import { type Bench, openBench, settled } from './products.ts';
import { receiverRows } from './receiver.ts';
import { printDurations, printHead, printRow, type Row, writeResults } from './report.ts';
import { scrollRows } from './scroll.ts';
import { fits, HELP, type Plan, planOf, type SectionName } from './sections.ts';
import { sharedRows } from './shared-reads.ts';
import { shiftRows } from './shift.ts';
import { startRows } from './start.ts';
import { typingRows } from './typing.ts';

async function withBench(transactions: number, run: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const bench = await openBench(transactions);
  try {
    return await run(bench);
  } finally {
    await bench.stop();
  }
}

async function pages(bench: Bench, quick: boolean): Promise<Row[]> {
  await Promise.all([settled(bench), buildBlank()]);
  const blank = await startBlank();
  try {
    return await pageRows(bench, blank.url, quick);
  } finally {
    await blank.stop();
  }
}

async function start(quick: boolean): Promise<Row[]> {
  await buildBlank();
  return startRows(quick);
}

const RUN: Record<SectionName, (quick: boolean, plan: Plan) => Promise<Row[]>> = {
  list: (quick) => withBench(2_000, (bench) => listRows(bench, quick)),
  shared: () => withBench(50_000, sharedRows),
  flood: (quick) => withBench(50_000, (bench) => floodRows(bench, quick)),
  growth: (quick) =>
    withBench(10_000, (few) => withBench(10_000_000, (many) => growthRows(few, many, quick))),
  csv: (_, { rows }) => withBench(rows, (bench) => csvRows(bench, rows)),
  start,
  pages: (quick) => withBench(5_000, (bench) => pages(bench, quick)),
  shift: () => withBench(5_000, shiftRows),
  scroll: (quick) => withBench(quick ? 25_000 : 110_000, (bench) => scrollRows(bench, quick)),
  typing: (quick) => withBench(5_000, (bench) => typingRows(bench, quick)),
  lookup: (quick) => withBench(10_000, (bench) => lookUpRows(bench, quick)),
  numbers: numberRows,
  accounts: accountRows,
  instances: instanceRows,
  receiver: receiverRows,
  audit: (quick, { entries }) => auditRows(entries, quick),
  http2: (quick) => withBench(50_000, (bench) => http2Rows(bench, quick)),
  lighthouse: (quick) => withBench(5_000, (bench) => lighthouseRows(bench, quick)),
  large: (quick, { records }) => largeRows(10_000, records, quick),
};

function read(args: readonly string[]): Plan {
  if (args.includes('--help')) {
    console.log(HELP);
    process.exit(0);
  }
  try {
    return planOf(args);
  } catch (cause) {
    console.error((cause as Error).message);
    return process.exit(2);
  }
}

const plan = read(process.argv.slice(2));
printHead();
const all: Row[] = [];
const spent: { name: SectionName; minutes: number }[] = [];
const left: SectionName[] = [];
const failed: SectionName[] = [];
for (const name of plan.names) {
  if (!fits(plan, name, spent)) {
    left.push(name);
    continue;
  }
  const begun = performance.now();
  try {
    const found = await RUN[name](plan.quick(name), plan);
    for (const row of found) printRow(row);
    all.push(...found);
  } catch (cause) {
    // The others are measured all the same; the run ends with 1.
    console.error(`${name} failed: ${(cause as Error).stack ?? cause}`);
    failed.push(name);
  }
  spent.push({ name, minutes: (performance.now() - begun) / 60_000 });
}
printDurations(spent, { left, failed });
const judged = all.filter(({ met }) => met !== null);
console.log(`${judged.filter(({ met }) => met).length} of ${judged.length} goals met`);
const { names: only, rows, entries, records } = plan;
console.log(`Written: ${writeResults(all, { only, rows, entries, records, spent, left, failed })}`);
process.exit(failed.length === 0 ? 0 : 1);
