'use client';

import { useFormatter } from 'next-intl';

/** '91,2%'; a dash where there is nothing to be a part of. */
export function useShare(): (part: number, whole: number, digits?: number) => string {
  const format = useFormatter();
  return (part, whole, digits = 1) =>
    whole === 0 ? '–' : format.number(part / whole, { style: 'percent', maximumFractionDigits: digits });
}
