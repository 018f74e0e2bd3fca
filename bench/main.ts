// `npm run bench`: measures what docs/performance.md lists, each figure with a reference of the same run.
import { parseArgs } from 'node:util';
import { buildBlank, startBlank } from './blank-app.ts';
import { csvRows } from './csv.ts';
import { deliveryRows } from './deliveries.ts';
import { lighthouseRows } from './lighthouse.ts';
import { accountRows, growthRows, instanceRows, listRows, sharedRows } from './lists.ts';
import { printHead, printRow, type Row, writeResults } from './measure.ts';
import { navigationRows } from './navigation.ts';
import { pageRows } from './pages.ts';
import { type Bench, openBench, setTree, settled } from './products.ts';
import { receiverRows } from './receiver.ts';
import { scrollRows } from './scroll.ts';
import { startRows } from './start.ts';

type Section = (quick: boolean) => Promise<Row[]>;

async function withBench(transactions: number, run: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const bench = await openBench(transactions);
  try {
    return await run(bench);
  } finally {
    await bench.stop();
  }
}

const SECTIONS: Readonly<Record<string, Section>> = {
  list: (quick) => withBench(2_000, (bench) => listRows(bench, quick)),
  shared: () => withBench(50_000, sharedRows),
  growth: (quick) =>
    withBench(10_000, (few) => withBench(10_000_000, (many) => growthRows(few, many, quick))),
  csv: (quick) => {
    const rows = quick ? 100_000 : 1_000_000;
    return withBench(rows, (bench) => csvRows(bench, rows));
  },
  start: async (quick) => {
    await buildBlank();
    return startRows(quick);
  },
  pages: (quick) =>
    withBench(5_000, async (bench) => {
      await Promise.all([settled(bench), buildBlank()]);
      const blank = await startBlank();
      try {
        return await pageRows(bench, blank.url, quick);
      } finally {
        await blank.stop();
      }
    }),
  navigation: (quick) => withBench(5_000, (bench) => navigationRows(bench, quick)),
  scroll: (quick) => withBench(quick ? 25_000 : 110_000, (bench) => scrollRows(bench, quick)),
  receiver: receiverRows,
  accounts: accountRows,
  instances: instanceRows,
  deliveries: (quick) => deliveryRows(10_000, quick ? 1_000_000 : 10_000_000, quick),
  lighthouse: (quick) => withBench(5_000, (bench) => lighthouseRows(bench, quick)),
};
/** These take minutes; they run only with `--large` or by name. */
const ASKED = ['accounts', 'instances', 'deliveries', 'lighthouse'];
const NAMES = Object.keys(SECTIONS);
const USE = `npm run bench -- [--quick] [--large] [--only=${NAMES.slice(0, 2).join(',')}] [--against=PATH]
Sections: ${NAMES.join(', ')}. Only with --large or by name: ${ASKED.join(', ')}.
--against also measures the built product of another checkout, section by section.`;

function read() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        large: { type: 'boolean', default: false },
        only: { type: 'string' },
        against: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    const names = values.only?.split(',') ?? NAMES.filter((name) => values.large || !ASKED.includes(name));
    const unknown = names.filter((name) => !NAMES.includes(name));
    if (values.help || unknown.length > 0)
      throw new Error(unknown.map((name) => `No section ${name}.`).join(' '));
    return { ...values, names };
  } catch (cause) {
    console.error(`${(cause as Error).message}\n${USE}`);
    return process.exit(2);
  }
}

const { names, quick, against } = read();
printHead();
const all: Row[] = [];
let failed = 0;
for (const name of names)
  for (const tree of against === undefined ? [undefined] : [against, undefined]) {
    setTree(tree);
    try {
      for (const row of (await SECTIONS[name]?.(quick)) ?? []) {
        const named = tree === undefined ? row : { ...row, what: `other checkout: ${row.what}` };
        printRow(named);
        all.push(named);
      }
    } catch (cause) {
      // The other sections still run; the process then exits with 1.
      console.error(`${name} failed: ${(cause as Error).stack ?? cause}`);
      failed += 1;
    }
  }
const judged = all.filter(({ met }) => met !== null);
console.log(`${judged.filter(({ met }) => met).length} of ${judged.length} goals met`);
console.log(`Written: ${writeResults(all, { names, quick, against })}`);
process.exit(failed === 0 ? 0 : 1);
