// `npm run bench [-- --quick] [--only=list,csv,…] [--rows=1000000]`
import { auditRows } from './audit.ts';
import { buildBlank, startBlank } from './blank-app.ts';
import { csvRows } from './csv.ts';
import { floodRows } from './flood.ts';
import { growthRows } from './growth.ts';
import { http2Rows } from './http2.ts';
import { largeRows } from './large.ts';
import { lighthouseRows } from './lighthouse.ts';
import { listRows } from './list.ts';
import { pageRows } from './pages.ts';
import { type Bench, openBench } from './products.ts';
import { printHead, printRow, type Row, writeResults } from './report.ts';
import { scrollRows } from './scroll.ts';
import { sharedRows } from './shared-reads.ts';
import { startRows } from './start.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
const rows = Number(value('rows') ?? (quick ? 50_000 : 1_000_000));

/** `--records=10000000`: of the index of deliveries. */
const records = Number(value('records') ?? (quick ? 1_000_000 : 10_000_000));

/** `--entries=5000000`: of the audit log. */
const entries = Number(value('entries') ?? (quick ? 100_000 : 1_000_000));

async function withBench(transactions: number, run: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const bench = await openBench(transactions);
  try {
    return await run(bench);
  } finally {
    await bench.stop();
  }
}

async function pages(bench: Bench): Promise<Row[]> {
  await buildBlank();
  const blank = await startBlank();
  try {
    return await pageRows(bench, blank.url, quick);
  } finally {
    await blank.stop();
  }
}

const SECTIONS: Record<string, () => Promise<Row[]>> = {
  list: () => withBench(50_000, (bench) => listRows(bench, quick)),
  shared: () => withBench(50_000, sharedRows),
  flood: () => withBench(50_000, (bench) => floodRows(bench, quick)),
  growth: () => withBench(10_000, (few) => withBench(10_000_000, (many) => growthRows(few, many, quick))),
  csv: () => withBench(rows, (bench) => csvRows(bench, rows)),
  start: async () => {
    await buildBlank();
    return startRows(quick);
  },
  pages: () => withBench(50_000, pages),
  http2: () => withBench(50_000, (bench) => http2Rows(bench, quick)),
  lighthouse: () => withBench(5_000, (bench) => lighthouseRows(bench, quick)),
  audit: () => auditRows(entries, quick),
  large: () => largeRows(10_000, records, quick),
  scroll: () => withBench(110_000, (bench) => scrollRows(bench, quick)),
};

const chosen = value('only')?.split(',') ?? Object.keys(SECTIONS);
const unknown = chosen.filter((name) => SECTIONS[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(SECTIONS).join(', ')}.`);
  process.exit(1);
}
printHead();
const all: Row[] = [];
for (const name of chosen) {
  const found = (await SECTIONS[name]?.()) ?? [];
  for (const row of found) printRow(row);
  all.push(...found);
}
const judged = all.filter(({ met }) => met !== null);
console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} goals met`);
console.log(`Written: ${writeResults(all, { quick, rows, only: chosen })}`);
process.exit(0);
