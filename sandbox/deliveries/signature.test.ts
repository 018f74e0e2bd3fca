import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSecret, signatureHeader } from './signature.ts';

// Copied from the vectors that were computed apart from this code.
const SECRET = 'Xq7vR2mK9tLwB4nYcZ8hJ0sDfGpA3eUiVo6T1kQxM5c';
const BODY =
  '{"id":"tx_1","status":"COMPLETED","amount":10.10,"payerName":"José  da Silva","clientReference":null}';

test.each([
  [1795248192, BODY, 'ec3ce580211827ce96e0408ab1d4ed91e067507cce5c9e9bbf0fc8f7cd49e408'],
  [1795247892, BODY, '82d24399ab2d1d0bd7920300f454f0a8c7cef5aad61c11529f3542c0b920c453'],
  [1795248192, '', 'e032a26f94df49e8d1648969133041e13f197f24be3fc404d08cd79ed92fe332'],
])('signs the vector of %d', (seconds, body, hex) => {
  expect(signatureHeader(SECRET, seconds, body)).toBe(`t=${seconds},v1=${hex}`);
});

test('agrees with a check written as document 1 says', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const [t, v1] = signatureHeader(secret, 1_800_000_000, BODY).split(',');
  const wanted = createHmac('sha256', secret)
    .update(Buffer.from(`1800000000.${BODY}`))
    .digest('hex');
  expect([t, v1]).toEqual(['t=1800000000', `v1=${wanted}`]);
});
