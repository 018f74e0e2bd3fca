import type { Product } from './product.ts';

export type SaidLine = Record<string, unknown> & { level: number; msg?: string };

/** Its own start says in words where it is and who may sign in. */
const START = /^(Guichê ready at |Sign in( \(\w+\))?: |Set up the first administrator: )/;

/** Lines the product printed once it was ready; throws when one is no JSON. */
export function linesSaid(product: Product): SaidLine[] {
  const lines = product.output().split('\n');
  // The last may still be under way.
  const whole = lines.slice(lines.findLastIndex((line) => START.test(line)) + 1, -1);
  return whole.map((line) => {
    try {
      return JSON.parse(line) as SaidLine;
    } catch {
      throw new Error(`The product said something that is no JSON line: ${line}`);
    }
  });
}
