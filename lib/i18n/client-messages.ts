import type { Locale } from './locales.ts';
import { MESSAGES } from './messages.ts';

/** Worded by the server and sent inside each problem. */
const SERVER_ONLY = new Set(['problems']);

/** What the browser gets, for NextIntlClientProvider's `messages`. */
export function clientMessages(locale: Locale): Record<string, object> {
  return Object.fromEntries(Object.entries(MESSAGES[locale]).filter(([name]) => !SERVER_ONLY.has(name)));
}
