import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '#lib/core/env/settings.ts';

type Line = {
  card: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    clientCert: string;
    clientKey: string;
    ca: string;
    webhookSecret: string;
  };
  controlUrl: string;
};

let folder = '';
let line: Line;
/** The files of a real simulator, which has ended by then. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guiche-env-'));
  const args = ['sandbox/main.ts', '--port', '0', '--transactions', '1', '--data', folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith('{')) continue;
    line = JSON.parse(text) as Line;
    break;
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function errorsOf(env: Record<string, string>): string {
  try {
    loadSettings(env);
    return '';
  } catch (thrown) {
    return thrown instanceof SettingsError ? thrown.errors.join('\n') : String(thrown);
  }
}

const client = { CARD_CLIENT_ID: 'id', CARD_CLIENT_SECRET: 'secret' };
const plain = { CARD_BASE_URL: 'https://cards.example/v1/', ...client };
const files = () => ({
  CARD_CLIENT_CERT: line.card.clientCert,
  CARD_CLIENT_KEY: line.card.clientKey,
  CARD_CA: line.card.ca,
});
const pem = (path: string) => readFileSync(path, 'utf8');

describe('the card group', () => {
  it('is an account with the texts of its files', () => {
    const { accounts } = loadSettings({ ...plain, ...files(), CARD_WEBHOOK_SECRET: 'hook' });
    expect(accounts).toEqual([
      {
        slug: 'card',
        kind: 'card',
        environment: 'production',
        simulator: false,
        baseUrl: 'https://cards.example/v1',
        credentials: {
          clientId: 'id',
          clientSecret: 'secret',
          clientCert: pem(line.card.clientCert),
          clientKey: pem(line.card.clientKey),
          ca: pem(line.card.ca),
          webhookSecret: 'hook',
        },
        settings: {},
      },
    ]);
  });

  it('names all that a half-set one lacks, files too', () => {
    const errors = errorsOf({ CARD_BASE_URL: 'https://cards.example/v1' });
    for (const name of [
      'CARD_CLIENT_ID',
      'CARD_CLIENT_SECRET',
      'CARD_CLIENT_CERT',
      'CARD_CLIENT_KEY',
      'CARD_CA',
    ])
      expect(errors).toContain(`${name}: missing`);
    expect(errorsOf({ CARD_WEBHOOK_SECRET: 'x' })).toContain('CARD_BASE_URL: missing');
  });

  it('may lack files on a loopback address alone, but not half of a pair', () => {
    const loopback = { CARD_BASE_URL: 'http://127.0.0.1:4011/v1', ...client };
    expect(loadSettings(loopback).accounts[0]).toMatchObject({
      environment: 'sandbox',
      credentials: { clientId: 'id' },
    });
    expect(errorsOf({ ...loopback, CARD_CLIENT_CERT: line.card.clientCert })).toContain(
      'CARD_CLIENT_KEY: missing',
    );
    expect(errorsOf({ ...loopback, ...files() })).toBe('');
    expect(errorsOf({ ...plain, ...files(), CARD_BASE_URL: 'http://cards.example/v1' })).toContain(
      'must be https',
    );
  });

  it('says which file is wrong, and how', () => {
    const folderOf = (name: string) => join(dirname(line.card.ca), name);
    expect(errorsOf({ ...plain, ...files(), CARD_CA: folderOf('none.crt') })).toMatch(
      /CARD_CA: .*none\.crt.*ENOENT/,
    );
    const odd = join(folder, 'odd.pem');
    writeFileSync(odd, 'nothing');
    const all = errorsOf({ ...plain, CARD_CLIENT_CERT: odd, CARD_CLIENT_KEY: odd, CARD_CA: odd });
    expect(all.match(/the file is not a PEM/g)).toHaveLength(3);
    expect(errorsOf({ ...plain, ...files(), CARD_CLIENT_KEY: folderOf('client-foreign.key') })).toContain(
      'does not belong',
    );
  });
});

describe('the Hub group', () => {
  const hub = {
    HUB_BASE_URL: 'https://hub.example/api/v1',
    HUB_CLIENT_ID: 'id',
    HUB_CLIENT_SECRET: 'secret',
  };

  it('is an account with its way of signing in', () => {
    expect(loadSettings(hub).accounts).toMatchObject([
      {
        slug: 'hub',
        kind: 'hub',
        environment: 'production',
        credentials: { clientId: 'id', clientSecret: 'secret', auth: 'token' },
      },
    ]);
    expect(loadSettings({ ...hub, HUB_AUTH: 'basic', HUB_ENVIRONMENT: 'sandbox' }).accounts[0]).toMatchObject(
      {
        environment: 'sandbox',
        credentials: { auth: 'basic' },
      },
    );
  });

  it('needs no id with a service key, and takes no other secret for one', () => {
    const { HUB_CLIENT_ID: _, ...keyed } = { ...hub, HUB_CLIENT_SECRET: 'svc_x', HUB_AUTH: 'svc' };
    expect(loadSettings(keyed).accounts[0]?.credentials).toEqual({ clientSecret: 'svc_x', auth: 'svc' });
    expect(errorsOf({ ...keyed, HUB_CLIENT_SECRET: 'secret' })).toContain('svc_');
    expect(errorsOf({ ...keyed, HUB_AUTH: 'token' })).toContain('HUB_CLIENT_ID: missing');
    expect(errorsOf({ ...hub, HUB_AUTH: 'digest' })).toContain('HUB_AUTH');
  });

  it('names what a half-set one lacks', () => {
    expect(errorsOf({ HUB_AUTH: 'token' })).toMatch(
      /HUB_BASE_URL[\s\S]*HUB_CLIENT_ID[\s\S]*HUB_CLIENT_SECRET/,
    );
  });
});

describe('several groups', () => {
  it('are several accounts, and then no simulator', () => {
    const pix = { PIX_BASE_URL: 'https://api.example/v1', PIX_ACCESS_TOKEN: 't' };
    const hub = { HUB_BASE_URL: 'https://hub.example/api/v1', HUB_CLIENT_ID: 'id', HUB_CLIENT_SECRET: 's' };
    const env = { ...plain, ...files(), ...hub, ...pix, GUICHE_SIMULATOR: JSON.stringify(line) };
    expect(loadSettings(env).accounts.map(({ slug, simulator }) => [slug, simulator])).toEqual([
      ['pix', false],
      ['hub', false],
      ['card', false],
    ]);
  });

  it('come from the simulator’s start line where none is set', () => {
    const hub = { baseUrl: 'http://127.0.0.1:1/api/v1', clientId: 'hid', clientSecret: 'hs' };
    const { accounts } = loadSettings({ GUICHE_SIMULATOR: JSON.stringify({ ...line, hub }) });
    expect(accounts.map(({ kind, simulator, environment }) => [kind, simulator, environment])).toEqual([
      ['pix', true, 'sandbox'],
      ['hub', true, 'sandbox'],
      ['card', true, 'sandbox'],
    ]);
    const { card, controlUrl } = line;
    expect(accounts[1]).toMatchObject({
      credentials: { ...{ clientId: 'hid', clientSecret: 'hs' }, auth: 'token' },
      settings: { controlUrl },
    });
    expect(accounts[2]?.credentials).toEqual({
      ...{ clientId: card.clientId, clientSecret: card.clientSecret, webhookSecret: card.webhookSecret },
      ...{ clientCert: pem(card.clientCert), clientKey: pem(card.clientKey), ca: pem(card.ca) },
    });
  });

  it('refuses a start line whose certificate files are gone', () => {
    const gone = { ...line, card: { ...line.card, ca: join(folder, 'gone.crt') } };
    expect(errorsOf({ GUICHE_SIMULATOR: JSON.stringify(gone) })).toContain('GUICHE_SIMULATOR');
  });
});
