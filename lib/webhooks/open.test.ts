import { expect, test } from 'vitest';
import { parseOpen, writeOpen } from './open.ts';

test.each([
  'new',
  'existing',
  'signature',
  'callback',
  'endpoint:wh_1',
  'rotate:a:b',
  'prove:wh_2',
  'test:wh_3',
])('%s is written as it was read', (text) => {
  const open = parseOpen(text);
  expect(open && writeOpen(open)).toBe(text);
});

test.each(['', 'endpoint', 'endpoint:', 'delete:wh_1', `rotate:${'x'.repeat(129)}`])(
  '%s opens nothing',
  (text) => {
    expect(parseOpen(text)).toBeNull();
  },
);
