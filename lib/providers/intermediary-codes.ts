/**
 * Codes of this product for answers that something between Guichê and the service gave in its place. `page`: of a portal,
 * or of a site at a wrong address; `gateway`: about an outage (5xx) of what stands behind it, which passes.
 */
export const INTERMEDIARY = {
  redirect: 'ANSWERED_BY_REDIRECT',
  firewall: 'ANSWERED_BY_FIREWALL',
  page: 'ANSWERED_BY_PAGE',
  gateway: 'ANSWERED_BY_GATEWAY',
} as const;
const INTERMEDIARIES: ReadonlySet<string | null> = new Set(Object.values(INTERMEDIARY));

export const isOfIntermediary = (code: string | null | undefined): boolean =>
  code !== undefined && INTERMEDIARIES.has(code);
