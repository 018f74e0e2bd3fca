import { lookupTable } from '#lib/core/lookup-table.ts';

/**
 * The scope that a PZA200 on a route shows to be missing (document 1, Authentication), or the capability
 * itself for routes outside its lists. Routes that several scopes allow, or that only add to a page, prove
 * nothing.
 */
const ROUTES: readonly (readonly [method: string, path: RegExp, missing: string])[] = [
  ['POST', /^\/pix$/, 'DEPOSIT'],
  ['GET', /^\/pix(?:\/qr-code\/|$)/, 'DEPOSIT'],
  ['', /^\/withdraw(?:\/qrcode)?$/, 'WITHDRAW'],
  ['', /^\/internal-transfer$/, 'WITHDRAW'],
  ['POST', /^\/refund\//, 'WITHDRAW'],
  ['GET', /^\/user\/bank-statements$/, 'statement'],
  ['GET', /^\/user\/deposit-pending$/, 'pending-deposits'],
  ['POST', /^\/user\/report$/, 'reports'],
];

/** `path` is relative to /v1. */
export const missingAfter = (method: string, path: string): readonly string[] =>
  ROUTES.filter(([only, fits]) => (only === '' || only === method) && fits.test(path))
    .map(([, , missing]) => missing)
    .slice(0, 1);

/** Scopes that allow a capability (one is enough); a capability not named here needs no known scope. */
const NEEDS = lookupTable<readonly string[]>({
  charges: ['DEPOSIT'],
  'charges-create': ['DEPOSIT'],
  'charges-list': ['DEPOSIT'],
  refunds: ['WITHDRAW'],
  withdrawals: ['WITHDRAW'],
  'withdrawals-create': ['WITHDRAW'],
  'withdrawals-list': ['WITHDRAW'],
  transfers: ['WITHDRAW'],
  'transfers-create': ['WITHDRAW'],
  'transfers-list': ['WITHDRAW'],
  'key-lookup': ['DEPOSIT', 'WITHDRAW'],
  'qr-decode': ['DEPOSIT', 'WITHDRAW'],
  statement: ['statement'],
  'pending-deposits': ['pending-deposits'],
  reports: ['reports'],
});

/** The scopes of which a capability needs one; empty when none is known. */
export const pixScopesFor = (capability: string): readonly string[] => NEEDS[capability] ?? [];

export const allowsPix = (capability: string, missing: readonly string[]): boolean =>
  NEEDS[capability]?.some((scope) => !missing.includes(scope)) ?? true;
