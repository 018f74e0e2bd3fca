import { expect, test } from 'vitest';
import { agentName, isHandheld } from './agent-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Chrome 153, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18, iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145, Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome 150, Android',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
])('%s', (agent, name) => expect(agentName(agent)).toBe(name));

test('a phone is told from a desk', () => {
  expect(isHandheld('Mozilla/5.0 (iPhone; …)')).toBe(true);
  expect(isHandheld('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
});
