import { ControlError, type Input } from './control-parts.ts';

export function wholeNumber(input: Input, name: string, fallback: number): number {
  const value = input[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new ControlError(400, `${name}: a whole number above 0`);
  return value;
}

/** One of the allowed values; the first when absent. */
export function oneOf<T extends string | number>(input: Input, name: string, allowed: readonly T[]): T {
  const value = (input[name] ?? allowed[0]) as T;
  if (!allowed.includes(value)) throw new ControlError(400, `${name}: one of ${allowed.join(', ')}`);
  return value;
}

export function textList(input: Input, name: string): string[] | undefined {
  const value = input[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new ControlError(400, `${name}: a list of texts`);
  return value as string[];
}
