import type { Product } from './product.ts';

export type ProductLogLine = Record<string, unknown> & { level: number; msg?: string };

/** The product's first lines are text: its address and the sign-ins. */
const START = /^(Guichê ready at |Sign in( \(\w+\))?: |Set up the first administrator: )/;

/** The log lines after the product was ready; throws when one is not JSON. */
export function logLinesOf(product: Product): ProductLogLine[] {
  const lines = product.output().split('\n');
  // The last line may be incomplete.
  const whole = lines.slice(lines.findLastIndex((line) => START.test(line)) + 1, -1);
  return whole.map((line) => {
    try {
      return JSON.parse(line) as ProductLogLine;
    } catch {
      throw new Error(`The product said something that is no JSON line: ${line}`);
    }
  });
}
