import 'server-only';
import type { Locale } from './locales.ts';
import { MESSAGES } from './messages.ts';

/** Worded by the server inside a problem or a file, or told on a terminal: no page carries them. */
const SERVER_ONLY = ['admin', 'csv', 'notices', 'problems'];

/** Sent with the pages whose layout names them in `withWords(…)`; every page carries the rest. */
export const PAGE_WORDS = [
  'accounts',
  'all-accounts',
  'audit',
  'card',
  'card-status',
  'channels',
  'deliveries',
  'disputes',
  'doctor',
  'invitation',
  'first-day',
  'inbox',
  'line-words',
  'list',
  'operations',
  'overview',
  'payments',
  'policies',
  'profile',
  'reports',
  'resends',
  'sandbox',
  'set-up',
  'sign-in',
  'statement',
  'team',
  'transactions',
  'views',
  'webhooks',
] as const;
export type PageWordsName = (typeof PAGE_WORDS)[number];

/** Words of the shell and of what stands on many pages. */
export function wordsEverywhere(locale: Locale): Record<string, object> {
  const elsewhere: readonly string[] = [...SERVER_ONLY, ...PAGE_WORDS];
  return Object.fromEntries(Object.entries(MESSAGES[locale]).filter(([name]) => !elsewhere.includes(name)));
}

export function wordsOf(locale: Locale, names: readonly PageWordsName[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, MESSAGES[locale][name] ?? {}]));
}
