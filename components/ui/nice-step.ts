/** 1, 2 or 5 times a power of ten, in whole reais. */
export function niceStep(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(100, cents)));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= cents) ?? 10;
  return times * power;
}
