import { createParser } from 'nuqs/server';

/** The open sheet in the URL: `new`, … or `<what>:<id>`. `prove`: test a new secret. */
export type Open =
  | { what: 'new' | 'existing' | 'signature' | 'callback' | 'missing' }
  | { what: 'endpoint' | 'edit' | 'rotate' | 'prove' | 'started' | 'test' | 'resend'; id: string };

const ALONE = ['new', 'existing', 'signature', 'callback', 'missing'] as const;
const OF_ONE = ['endpoint', 'edit', 'rotate', 'prove', 'started', 'test', 'resend'] as const;

export function parseOpen(text: string): Open | null {
  const alone = ALONE.find((what) => what === text);
  if (alone !== undefined) return { what: alone };
  const at = text.indexOf(':');
  const what = OF_ONE.find((one) => one === text.slice(0, at));
  const id = text.slice(at + 1);
  return what === undefined || id === '' || id.length > 128 ? null : { what, id };
}

export const writeOpen = (open: Open) => ('id' in open ? `${open.what}:${open.id}` : open.what);

export const openParser = createParser<Open>({
  parse: parseOpen,
  serialize: writeOpen,
  eq: (a, b) => writeOpen(a) === writeOpen(b),
});
