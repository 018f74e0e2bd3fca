import { startProduct } from './product.ts';

/** One product for all specs that do not start their own; ends with the run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  const { url, signIns, simulator } = product;
  process.env.GUICHE_E2E_PRODUCT = JSON.stringify({ url, signIns, simulator });
  return async () => {
    const code = await product.stop();
    if (code !== 0) throw new Error(`The product ended with ${code}:\n${product.output()}`);
  };
}
