import { describe, expect, test } from 'vitest';
import { allowsPix, missingAfter } from '#lib/providers/pix/client.ts';
import { portTo, refusal, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { capabilitiesIn } from '#lib/providers/registry.ts';

const provider = testProvider();
const HOUR = 3_600_000;

describe('a PZA200', () => {
  test('takes what its scope opens away for an hour', async () => {
    const { port, clock } = portTo(provider.base);
    const whole = port as unknown as Required<ProviderPort>;
    expect(capabilitiesIn(whole)).toEqual(
      expect.arrayContaining(['charges', 'withdrawals', 'transfers', 'refunds', 'key-lookup']),
    );
    provider.acts = [refusal(403, 'PZA200')];
    await expect(whole.withdrawals.find({ id: 'x' }, {})).rejects.toMatchObject({
      code: 'provider_credential',
    });
    const left = capabilitiesIn(whole);
    for (const gone of ['withdrawals', 'withdrawals-create', 'transfers', 'refunds'])
      expect(left).not.toContain(gone);
    expect(left).toEqual(expect.arrayContaining(['charges', 'key-lookup', 'qr-decode', 'disputes']));
    clock.ms += HOUR + 1;
    expect(capabilitiesIn(whole)).toContain('withdrawals');
  });

  test('another 403 teaches nothing', async () => {
    const { port } = portTo(provider.base);
    const whole = port as unknown as Required<ProviderPort>;
    provider.acts = [refusal(403, 'PZA203')];
    await whole.withdrawals.find({ id: 'x' }, {}).catch(() => undefined);
    expect(capabilitiesIn(whole)).toContain('withdrawals');
  });
});

test.each([
  ['POST', '/pix', ['DEPOSIT']],
  ['GET', '/pix/qr-code/x', ['DEPOSIT']],
  ['POST', '/withdraw/qrcode', ['WITHDRAW']],
  ['GET', '/internal-transfer', ['WITHDRAW']],
  ['POST', '/refund/x', ['WITHDRAW']],
  // Either scope opens them, or they only add to a page.
  ['GET', '/pix/key', []],
  ['POST', '/pix/qrcode/read', []],
  ['GET', '/user/infractions/x/defenses', []],
  ['POST', '/user/report', ['reports']],
])('%s %s tells %j', (method, path, missing) => {
  expect(missingAfter(method, path)).toEqual(missing);
});

test('a look-up is gone only without both of its scopes', () => {
  expect(allowsPix('key-lookup', ['DEPOSIT'])).toBe(true);
  expect(allowsPix('key-lookup', ['DEPOSIT', 'WITHDRAW'])).toBe(false);
});
