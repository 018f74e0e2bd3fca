import { beforeEach, expect, test, vi } from 'vitest';
import { requireCallable } from '#lib/accounts/server/entered-address.ts';

const { settings, names } = vi.hoisted(() => ({
  settings: { allowPrivateAddresses: false },
  names: { 'pix.example.com': '1.1.1.1', 'inside.example.com': '10.0.0.7' } as Record<string, string>,
}));
vi.mock('#lib/core/env/settings.ts', () => ({ settings: () => settings }));
vi.mock('node:dns/promises', () => ({
  lookup: async (host: string) => {
    const address = names[host];
    if (address === undefined) throw new Error('ENOTFOUND');
    return [{ address, family: 4 }];
  },
}));
beforeEach(() => {
  settings.allowPrivateAddresses = false;
});

const refusalOf = (baseUrl: string, credentials = {}, known?: Parameters<typeof requireCallable>[1]) =>
  requireCallable({ baseUrl, credentials }, known).then(
    () => null,
    (thrown: { code: string; message: string; details: object }) => ({
      code: thrown.code,
      message: thrown.message,
      ...thrown.details,
    }),
  );
const PRIVATE_ADDRESSES = [
  ...[
    'http://127.0.0.1:4010/v1',
    'http://localhost:1',
    'https://[::1]/',
    'https://10.0.0.7',
    'https://192.168.0.1/v1',
  ],
  ...['https://169.254.169.254/latest', 'https://[fe80::1]', 'https://0.0.0.0', 'https://[::ffff:127.0.0.1]'],
  ...['https://inside.example.com', 'https://nowhere.example.com'],
];

test('A11: near, link-local and unknown addresses are refused, all with one answer', async () => {
  const answers = await Promise.all(PRIVATE_ADDRESSES.map((url) => refusalOf(url)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({
    code: 'invalid_request',
    fields: [{ field: 'baseUrl', message: 'not_public' }],
  });
  expect(await refusalOf('https://pix.example.com/v1')).toBeNull();
});

test('A11: the sandbox’s address is judged too', async () => {
  expect(await refusalOf('https://pix.example.com', { sandboxUrl: 'https://10.0.0.7' })).toMatchObject({
    fields: [{ field: 'credentials.sandboxUrl', message: 'not_public' }],
  });
});

test('A11: near ones are called where the setting says so, or where the account has that address', async () => {
  const known = { baseUrl: 'http://127.0.0.1:4010/v1', settings: {} };
  expect(await refusalOf('http://127.0.0.1:4010/v1', {}, known)).toBeNull();
  expect(await refusalOf('http://127.0.0.1:4011/v1', {}, known)).not.toBeNull();
  settings.allowPrivateAddresses = true;
  for (const url of ['http://127.0.0.1:4010/v1', 'https://10.0.0.7', 'https://inside.example.com'])
    expect(await refusalOf(url), url).toBeNull();
});
