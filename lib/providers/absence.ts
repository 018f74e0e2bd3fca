import 'server-only';
import { GuicheError } from '#lib/errors.ts';

/** Words of servers for an address that they do not have. */
const NO_ROUTE =
  /\bcannot (?:get|post|put|patch|delete)\b|\broute\b|\brota\b|\bendpoint\b|\bno such path\b|<html/i;
const BARE = /^\s*(?:(?:resource )?not found\.?|(?:recurso )?n[ãa]o encontrad[oa]\.?|path\b.*)?\s*$/i;
const ROUTE_CODE = /(?:^|_)(?:ROUTE|PATH|URL|ENDPOINT|METHOD)(?:_|$)/;

/**
 * Tells what a 404 or 405 means for the called address. `route`: the service has none there; `untold`: only
 * the status tells, so it may mean route or thing; null: it speaks of the thing, or is no such answer.
 */
export function absenceIn(answer: {
  status: number | null;
  code: string | null;
  message: string | null;
}): 'route' | 'untold' | null {
  const { status, code, message } = answer;
  if (status === 405) return 'route';
  if (status !== 404) return null;
  if (code !== null) return ROUTE_CODE.test(code) ? 'route' : null;
  if (message === null || BARE.test(message)) return 'untold';
  return NO_ROUTE.test(message) ? 'route' : null;
}

/** The HTTP status that the provider answered, where the error is such an answer. */
export const statusOf = (error: unknown): number | null =>
  error instanceof GuicheError ? (error.details.provider?.status ?? null) : null;

/** Absence that the provider's refusal tells of the called address; null for every other error. */
export const absenceOf = (error: unknown) =>
  error instanceof GuicheError && error.details.provider !== undefined
    ? absenceIn(error.details.provider)
    : null;
