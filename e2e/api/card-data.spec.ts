import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { CARD, CHARGES, MARKED, orderBody, setCardEntry } from '../support/card.ts';
import { change } from '../support/payments.ts';
import { signIn } from '../support/sign-in.ts';

test('a marked card is in no answer, no log and no file, whatever became of its charge', async ({
  start,
  playwright,
}) => {
  // Kept after its end, to be searched.
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-e2e-card-'));
  const product = await start({ dataDir, simulator: { transactions: 100 }, env: { LOG_LEVEL: 'debug' } });
  const headers = { origin: product.url };
  const request = await playwright.request.newContext({ baseURL: product.url, extraHTTPHeaders: headers });
  await signIn(request, product, 'admin');
  await setCardEntry(request, true);
  const told: string[] = [];
  const plain = MARKED.number.replaceAll(' ', '');
  const echo = `cartão ${plain} de ${MARKED.holder}, ${MARKED.expiration}`;
  const faults = [
    null,
    { kind: 'status', status: 422, message: echo },
    { kind: 'reset' },
    { kind: 'status', status: 500 },
  ];
  for (const fault of faults) {
    if (fault !== null) {
      const control = { 'x-sandbox-control': '1' };
      const data = { api: 'card', path: '/charges', count: 1, ...fault };
      await request.post(`${product.simulator?.controlUrl}/fault`, { headers: control, data });
    }
    const answer = await change(request, 'post', CHARGES, orderBody({ card: MARKED }));
    told.push(`${answer.status()} ${await answer.text()}`);
  }
  const wrong = { ...MARKED, number: `${plain}1` };
  told.push(await (await change(request, 'post', CHARGES, orderBody({ card: wrong }))).text());
  told.push(
    await (await request.get(CHARGES)).text(),
    await (await request.get(`${CARD}/operations`)).text(),
  );
  expect(told.slice(0, 4).map((text) => text.slice(0, 3))).toEqual(['201', '422', '202', '202']);
  expect(await product.stop()).toBe(0);
  const places: [string, string][] = [
    ['the answers', told.join()],
    ['the output', product.output()],
    ...filesBelow(dataDir),
  ];
  rmSync(dataDir, { recursive: true, force: true });
  for (const secret of [plain, MARKED.number, MARKED.holder, plain.slice(0, 12)])
    expect(places.flatMap(([place, text]) => (text.includes(secret) ? [place] : []))).toEqual([]);
});

/** Every file below a folder, as bytes read as text. */
function* filesBelow(folder: string): Generator<[string, string]> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const kind = statSync(path, { throwIfNoEntry: false });
    if (kind?.isDirectory()) yield* filesBelow(path);
    else if (kind?.isFile()) yield [path, readFileSync(path, 'latin1')];
  }
}
