import { Pool } from 'undici';
import { interleaved, median, percentile, timed } from './measure.ts';
import type { Bench } from './products.ts';
import { ms, type Row } from './report.ts';

/** The holder of a Pix key before a withdrawal: through the dashboard, beside the provider's own answer. */
export async function lookUpRows({ product, cookie, straight }: Bench, quick: boolean): Promise<Row[]> {
  const pool = new Pool(product.url, { connections: 4 });
  let asked = 0;
  // Each time another key: nobody's answer is shared.
  const nextKey = () => {
    asked += 1;
    return `receiver-${asked}@example.com`;
  };
  const lookUp = async () => {
    const { statusCode, body } = await pool.request({
      path: '/api/accounts/pix/pix-keys/lookup',
      method: 'POST',
      headers: { cookie, origin: product.url, 'content-type': 'application/json' },
      body: JSON.stringify({ key: nextKey() }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`A look-up was answered with ${statusCode}: ${text}`);
  };
  for (let warm = 0; warm < 50; warm += 1) await lookUp();
  const figures = await interleaved(quick ? 100 : 500, {
    straight: () => timed(() => straight(`/pix/key?pixKey=${encodeURIComponent(nextKey())}`)),
    dashboard: () => timed(lookUp),
  });
  await pool.close();
  const [own, whole] = [median(figures.straight), median(figures.dashboard)];
  const tail = percentile(figures.dashboard, 99);
  return [
    {
      what: 'receiver of a key: added median',
      measured: `${ms(whole - own)}, 99% in ${ms(tail)}`,
      reference: `straight ${ms(own)}`,
      goal: '',
      met: null,
      figures: { straight: own, dashboard: whole, added: whole - own, tail },
    },
  ];
}
