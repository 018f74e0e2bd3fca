/**
 * Guichê's codes for answers that an intermediary sent in the service's place. `page`: from a portal, or a
 * site at a wrong address. `gateway`: about a temporary outage (5xx) of the service behind it.
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
