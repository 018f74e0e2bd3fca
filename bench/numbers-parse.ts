// Run by `bench/numbers.ts` in a process that may load the server's files; prints the medians as JSON.
import { parseJson } from '#lib/http/json.ts';
import { interleaved, median, timed } from './measure.ts';

const ROWS = 1_000;
const LONG = '0.9912345678901234567';
const party = (n: number) => ({
  name: `Maria da Conceição ${n}`,
  document: '52998224725',
  institutionIspb: '60701190',
});

/** In the form of document 1's list, with so many long fees. */
function pageOf(long: number): string {
  const data = Array.from({ length: ROWS }, (_, n) => ({
    ...{
      id: `tx_${n}`,
      status: 'COMPLETED',
      type: 'DEPOSIT',
      amount: 1999 + n,
      serviceFeeCharged: `fee-${n}`,
    },
    ...{ clientReference: `pedido-${n}`, endToEndId: `E60701190202611261200${String(n).padStart(11, '0')}` },
    ...{ createdAt: '2026-11-26T12:00:00.000Z', payer: party(n), receiver: party(n + 1) },
  }));
  const text = JSON.stringify({ data, pagination: { totalItems: ROWS } });
  return text.replace(/"fee-(\d+)"/g, (_, n) => (Number(n) < long ? LONG : '0.99'));
}

const [rounds = 100] = process.argv.slice(2).map(Number);
const pages = { plain: pageOf(0), one: pageOf(1), all: pageOf(ROWS) };
const parse = (text: string) => () => timed(async () => parseJson(text));
const runs = { plain: parse(pages.plain), one: parse(pages.one), all: parse(pages.all) };
await interleaved(50, runs);
const { plain, one, all } = await interleaved(rounds, runs);
process.stdout.write(JSON.stringify({ plain: median(plain), one: median(one), all: median(all) }));
