import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, startBlank } from './blank-app.ts';
import { interleaved, median, ms, type Row, timed } from './measure.ts';
import { startMeasured } from './products.ts';

/** Time from the command on a built tree to the first page. */
export async function startRows(quick: boolean): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'));
  const open = async () => {
    const product = await startMeasured({ dataDir });
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
  rmSync(dataDir, { recursive: true, force: true });
  return [
    {
      what: 'start on a built tree to the first page',
      measured: `${ms(own)}, + ${ms(own - bare)}`,
      reference: `next start, blank page ${ms(bare)}`,
      goal: '+ ≤ 5 s',
      met: own - bare <= 5000,
      figures: { product: own, blank: bare, added: own - bare },
    },
  ];
}
