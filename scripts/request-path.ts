import type { IncomingMessage } from 'node:http';

/** The path that was asked for, without its query. */
export const pathOf = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '/';

/** Neither the API nor a file of the framework's. */
export const isPagePath = (path: string): boolean => !/^\/(api|_next)(\/|$)/.test(path);
