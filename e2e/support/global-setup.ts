import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

/**
 * Starts one product for all specs without their own: a real first start, on an empty folder. It stops with
 * the run.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-e2e-'));
  const product = await startProduct({ dataDir });
  const { url, signIns, simulator } = product;
  process.env.GUICHE_E2E_PRODUCT = JSON.stringify({ url, signIns, simulator });
  return async () => {
    const code = await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The product ended with ${code}:\n${product.output()}`);
  };
}
