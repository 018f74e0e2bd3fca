import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '#lib/core/env/settings.ts';

function errorsOf(env: Record<string, string>): string[] {
  try {
    loadSettings(env);
    return [];
  } catch (thrown) {
    return thrown instanceof SettingsError ? thrown.errors : [String(thrown)];
  }
}

describe('settings', () => {
  it('has working defaults', () => {
    expect(loadSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      url: 'http://localhost:3000',
      accounts: [],
    });
  });

  it('lists every fault together', () => {
    const errors = errorsOf({
      PORT: 'x',
      GUICHE_SECRET: 'short',
      GUICHE_ADMIN_EMAIL: 'nobody',
      LOG_LEVEL: 'loud',
    });
    expect(errors.length).toBeGreaterThanOrEqual(4);
  });

  it('keeps an issuer as it was given: one with a last slash is another one', () => {
    const signOn = { OIDC_CLIENT_ID: 'guiche', OIDC_CLIENT_SECRET: 's' };
    for (const issuer of ['https://id.example/o/guiche/', 'https://id.example/realms/casa'])
      expect(loadSettings({ ...signOn, OIDC_ISSUER: issuer }).signOn?.issuer).toBe(issuer);
    expect(errorsOf({ ...signOn, OIDC_ISSUER: 'id.example' }).join()).toContain('OIDC_ISSUER');
    expect(errorsOf(signOn).join()).toContain('OIDC_ISSUER');
  });

  it('names what a half-set Pix group lacks', () => {
    expect(errorsOf({ PIX_ACCESS_TOKEN: 't' }).join()).toContain('PIX_BASE_URL');
    expect(errorsOf({ PIX_BASE_URL: 'https://api.example/v1' }).join()).toContain('PIX_ACCESS_TOKEN');
    expect(errorsOf({ PIX_ENVIRONMENT: 'sandbox' }).join()).toMatch(/PIX_BASE_URL[\s\S]*PIX_ACCESS_TOKEN/);
  });

  it('allows the ownership-check routes only beside a Pix sandbox account', () => {
    const pix = { PIX_BASE_URL: 'https://api.example/v1', PIX_ACCESS_TOKEN: 't' };
    const sandbox = { SANDBOX_PIX_URL: 'https://sandbox.example', SANDBOX_PIX_TOKEN: 't' };
    expect(errorsOf(sandbox).join()).toContain('PIX_BASE_URL');
    expect(errorsOf({ ...pix, ...sandbox }).join()).toContain('production');
    expect(errorsOf({ ...pix, ...sandbox, PIX_ENVIRONMENT: 'sandbox' })).toEqual([]);
    expect(
      errorsOf({ ...pix, PIX_ENVIRONMENT: 'sandbox', SANDBOX_PIX_URL: 'https://x.example' }).join(),
    ).toContain('SANDBOX_PIX_TOKEN');
  });

  it('takes production for granted, loopback for a sandbox, and http only there', () => {
    const of = (PIX_BASE_URL: string) => ({ PIX_BASE_URL, PIX_ACCESS_TOKEN: 't' });
    expect(loadSettings(of('https://api.example/v1/')).accounts[0]).toMatchObject({
      environment: 'production',
      baseUrl: 'https://api.example/v1',
      simulator: false,
    });
    expect(loadSettings(of('http://127.0.0.1:4010/v1')).accounts[0]).toMatchObject({
      environment: 'sandbox',
    });
    expect(errorsOf(of('http://api.example/v1')).join()).toContain('https');
    expect(errorsOf(of('ftp://api.example')).join()).toContain('PIX_BASE_URL');
  });

  it('uses the simulator only where no group is set', () => {
    const GUICHE_SIMULATOR = JSON.stringify({
      pix: { baseUrl: 'http://127.0.0.1:1/v1', accessToken: 's' },
      controlUrl: 'http://127.0.0.1:1/control',
    });
    expect(loadSettings({ GUICHE_SIMULATOR }).accounts[0]).toMatchObject({ simulator: true, slug: 'pix' });
    const real = { GUICHE_SIMULATOR, PIX_BASE_URL: 'https://api.example/v1', PIX_ACCESS_TOKEN: 't' };
    expect(loadSettings(real).accounts).toHaveLength(1);
    expect(loadSettings(real).accounts[0]?.simulator).toBe(false);
  });

  it('demands an address where others can reach it, and a secret where instances share a database', () => {
    expect(errorsOf({ HOST: '0.0.0.0' }).join()).toContain('GUICHE_URL');
    expect(errorsOf({ DATABASE_URL: 'postgres://localhost/x' }).join()).toContain('GUICHE_SECRET');
  });

  it('reads an empty value as not set', () => {
    expect(errorsOf({ PIX_BASE_URL: '', PIX_ACCESS_TOKEN: '', PORT: '' })).toEqual([]);
  });
});

describe('notifications', () => {
  it('none are set up by themselves', () => {
    expect(loadSettings({})).toMatchObject({ smtp: null, notifyWebhook: null });
  });

  it('an e-mail server and a webhook with what belongs to each', () => {
    const env = {
      ...{ SMTP_URL: 'smtps://user:p%40ss@mail.example.com', SMTP_FROM: 'Guichê <guiche@example.com>' },
      ...{ NOTIFY_WEBHOOK_URL: 'https://hook.example/x', NOTIFY_WEBHOOK_SECRET: 'sixteen letters.' },
    };
    expect(loadSettings(env)).toMatchObject({
      smtp: { url: env.SMTP_URL, from: env.SMTP_FROM },
      notifyWebhook: { url: env.NOTIFY_WEBHOOK_URL, secret: env.NOTIFY_WEBHOOK_SECRET },
    });
  });

  it('half of a pair, a wrong address and a sender that is none are named together', () => {
    expect(errorsOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([
      'SMTP_FROM: missing; SMTP_URL is set, and the two belong together.',
    ]);
    expect(
      errorsOf({ SMTP_URL: 'smtp://a', SMTP_FROM: 'nobody', NOTIFY_WEBHOOK_SECRET: 'x'.repeat(16) }).map(
        (line) => line.split(':')[0],
      ),
    ).toEqual(['NOTIFY_WEBHOOK_URL', 'SMTP_FROM']);
    expect(errorsOf({ SMTP_URL: 'https://a', SMTP_FROM: 'a@example.com' })[0]).toMatch(/^SMTP_URL: needs/);
    expect(errorsOf({ SMTP_URL: 'smtp://a', SMTP_FROM: 'a@example.com\r\nBcc: b@example.com' })[0]).toMatch(
      /^SMTP_FROM/,
    );
  });
});
