import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect } from '../fixtures.ts';
import { type Product, type SimulatorLine, startProduct } from '../support/product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const mark = (name: string) => `canary-${name}-${randomBytes(18).toString('hex')}`;

export type RealAccount = {
  product: Product;
  provider: SimulatorLine;
  /** Values that must be found nowhere. */
  marks: Record<string, string>;
  admin: { email: string; password: string };
  /** Lines of record-connections.mjs: `process …`, `connect host:port`. */
  recorded: () => string[];
};

/**
 * A product whose settings look like a real account's, with marked credentials. Its "provider" is a simulator that
 * this test started itself: tests never speak to an address that is not of this machine.
 */
export const test = base.extend<object, { real: RealAccount }>({
  real: [
    async ({ playwright: _ }, use) => {
      const marks = {
        token: mark('token'),
        sandboxToken: mark('sandbox'),
        secret: mark('secret'),
        password: mark('password'),
      };
      const folder = mkdtempSync(join(tmpdir(), 'guiche-canary-'));
      const provider = await startProvider(marks.token);
      const admin = { email: 'canary@guiche.example', password: marks.password };
      const recording = join(folder, 'connections');
      const { baseUrl } = provider.line.pix;
      const product = await startProduct({
        dataDir: join(folder, 'data'),
        env: {
          PIX_BASE_URL: baseUrl,
          PIX_ACCESS_TOKEN: marks.token,
          SANDBOX_PIX_URL: `${new URL(baseUrl).origin}/sandbox-pix`,
          SANDBOX_PIX_TOKEN: marks.sandboxToken,
          GUICHE_SECRET: marks.secret,
          GUICHE_ADMIN_EMAIL: admin.email,
          GUICHE_ADMIN_PASSWORD: admin.password,
          LOG_LEVEL: 'debug',
          GUICHE_TEST_CONNECTIONS: recording,
          NODE_OPTIONS: `--import=${import.meta.resolve('./record-connections.mjs')}`,
        },
      });
      const recorded = () => readFileSync(recording, 'utf8').trim().split('\n');
      await use({ product, provider: provider.line, marks, admin, recorded });
      await product.stop();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
export { expect };

export async function startProvider(
  token: string,
): Promise<{ line: SimulatorLine; stop: () => Promise<void> }> {
  const args = ['sandbox/main.ts', '--port', '0', '--transactions', '800', '--token', token];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolveGone) => child.once('exit', () => resolveGone()));
  if (child.stdout === null) throw new Error('The simulator has no output.');
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith('{')) continue;
    const stop = async () => {
      child.kill('SIGTERM');
      await gone;
    };
    return { line: JSON.parse(text) as SimulatorLine, stop };
  }
  throw new Error('The simulator ended before it was ready.');
}
