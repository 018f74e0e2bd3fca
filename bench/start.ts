import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../e2e/support/product.ts';
import { answers, startBlank } from './blank-app.ts';
import { interleaved, median, residentBytes, sleep, timed } from './measure.ts';
import { mb, ms, type Row } from './report.ts';

/** From the command on a built tree to the first page; and what the server holds a minute later. */
export async function startRows(quick: boolean): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'));
  const open = async () => {
    const product = await startProduct({ dataDir });
    await answers(`${product.url}/sign-in`, null);
    return product;
  };
  await (await open()).stop();
  const figures = await interleaved(quick ? 2 : 5, {
    blank: async () => {
      let blank: Awaited<ReturnType<typeof startBlank>> | undefined;
      const taken = await timed(async () => {
        blank = await startBlank();
      });
      await blank?.stop();
      return taken;
    },
    product: async () => {
      let product: Awaited<ReturnType<typeof open>> | undefined;
      const taken = await timed(async () => {
        product = await open();
      });
      await product?.stop();
      return taken;
    },
  });
  const [bare, own] = [median(figures.blank), median(figures.product)];
  const started: Row = {
    what: 'start on a built tree to the first page',
    measured: `${ms(own)}, + ${ms(own - bare)}`,
    reference: `next start, blank page ${ms(bare)}`,
    goal: '≤ + 2 s',
    met: own - bare <= 2000,
    figures: { product: own, blank: bare, added: own - bare },
  };
  const product = await open();
  const seconds = quick ? 15 : 60;
  await sleep(seconds * 1000);
  const resident = mb(residentBytes(product.pid));
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return [
    started,
    {
      what: `resident memory ${seconds} s after the first page`,
      measured: `${resident} MB`,
      reference: 'embedded database, without the simulator',
      goal: '≤ 900 MB',
      met: resident <= 900,
      figures: { resident },
    },
  ];
}
