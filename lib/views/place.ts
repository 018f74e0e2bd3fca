import type { ViewPage } from './lists.ts';

/** Where views of what stands above all accounts are kept; they are for who manages all of them. */
export const ABOVE_ALL = '*';

/** The account that the views of a list belong to. */
export const placeOf = (page: ViewPage, account: string) => (page === 'audit' ? ABOVE_ALL : account);
