import { freePort } from '../../scripts/port.ts';
import { expect, test } from './test.ts';

const SIMULATOR = '/api/accounts/pix/simulator';
const gone = `http://127.0.0.1:${await freePort()}`;
const line = { pix: { baseUrl: `${gone}/v1`, accessToken: 'nobody' }, controlUrl: `${gone}/control` };
test.override('options', { env: { GUICHE_SIMULATOR: JSON.stringify(line) } });

test('503 where no simulator answers any more', async ({ api }) => {
  const request = await api('admin');
  for (const answer of [
    await request.get(SIMULATOR),
    await request.post(`${SIMULATOR}/time`, { data: { speed: 1 } }),
  ]) {
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'provider_unavailable' });
  }
});
