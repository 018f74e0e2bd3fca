import { expect, test } from '../fixtures.ts';
import { DESCRIPTORS } from './descriptors.ts';
import { callsOf, ODD_SEGMENTS, SEED, send } from './odd-calls.ts';

const AT_ONCE = 8;
// Its own product: what happens to be accepted changes nobody else's.
test.use({ productOptions: { simulator: { transactions: 300 } } });

const OUT = new Set(['POST /api/session/end']);

test('A15: no call, whatever stands in it, ends in a 500 or without a problem', async ({
  product,
  stateOf,
}) => {
  test.setTimeout(240_000);
  const { cookies } = await stateOf('admin');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const walked = DESCRIPTORS.filter(({ key, endpoint }) => !OUT.has(key) && endpoint.answer !== 'events');
  // Calls that change the simulator come last: its faults would keep everybody else from answering.
  const sorted = walked.toSorted(
    (a, b) => Number(a.key.includes('/simulator')) - Number(b.key.includes('/simulator')),
  );
  const calls = sorted.flatMap(callsOf);
  for (const path of ODD_SEGMENTS.flatMap((odd) => [
    `/${odd}`,
    `/pix/${odd}`,
    `/pix/transactions/${odd}`,
    `/api/${odd}`,
  ]))
    calls.push({ method: 'GET', path });
  expect(calls.length).toBeGreaterThan(800);
  const faults: string[] = [];
  const work = calls.map((call, number) => ({ call, number }));
  const worker = async () => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      const { call, number } = next;
      const { status, headers, text } = await send(product.url, cookie, call, number);
      const told = `${status} ${call.method} ${call.path.slice(0, 200)} ${call.body?.slice(0, 300) ?? ''} → ${text.slice(0, 200)}`;
      const problem =
        headers['content-type']?.startsWith('application/problem+json') && text.includes('"requestId"');
      if (status === 500 || status === 0) faults.push(told);
      else if (status >= 400 && call.path.startsWith('/api/') && !problem) faults.push(`no problem: ${told}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(faults.slice(0, 40).join('\n'), `${faults.length} of ${calls.length} with the seed ${SEED}`).toBe(
    '',
  );
});
