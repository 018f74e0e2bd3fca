'use client';

import { useTranslations } from 'next-intl';
import { CallError } from '#lib/api/client.ts';
import type { FieldError } from '#lib/form.ts';
import { type AmountBounds, formatBrl } from '#lib/money.ts';

/** Codes of faults in words; what the provider wrote stays as it wrote it. */
export function useFaultLabels(): (fault: FieldError, bounds?: AmountBounds) => string | null {
  const t = useTranslations('payments.faults');
  return (fault, bounds) => {
    if (fault === null) return null;
    const key = plainWhereUnknown(fault, bounds);
    if (!t.has(key)) return fault;
    return t(key as 'required', { min: formatBrl(bounds?.min ?? 0), max: formatBrl(bounds?.max ?? 0) });
  };
}

/** Bounds that nobody told cannot be named. */
function plainWhereUnknown(fault: string, bounds: AmountBounds | undefined): string {
  if (fault === 'below_minimum' && bounds?.min == null) return 'too_small';
  if (fault === 'above_maximum' && bounds?.max == null) return 'too_large';
  return fault;
}

/** The server's faults by field, as codes or the provider's own words. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

/** Tells if every fault of a refusal stands at one of these fields, so that no card has to repeat it. */
export function saidAtFields(error: unknown, fields: readonly string[]): boolean {
  const faults = faultsOf(error);
  if (faults.size === 0 || !(error instanceof CallError)) return false;
  if (error.problem.operationId !== undefined || error.problem.provider !== undefined) return false;
  return [...faults.keys()].every((field) => fields.includes(field));
}
