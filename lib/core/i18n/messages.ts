import 'server-only';
import * as en from './en.ts';
import type { Locale } from './locales.ts';
import * as pt from './pt-br.ts';

/** Namespaces are named like their files: `allAccounts` is `all-accounts`. */
const named = (messages: Record<string, object>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, texts]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      texts,
    ]),
  );

/**
 * Add a new file of `messages/` to en.ts and pt-br.ts. No `with { type: 'json' }`: the build compiles the
 * messages into modules.
 */
export const MESSAGES: Record<Locale, Record<string, object>> = { 'pt-BR': named(pt), en: named(en) };

const SHARED = ['common', 'due', 'shell'];

/** Additional namespaces of a page, by its segment of the address. */
export const PAGE_NAMESPACES = {
  auth: ['sign-in', 'set-up', 'invitation', 'profile'],

  overview: ['overview', 'card-status', 'line-labels', 'list'],
  transactions: ['transactions', 'deliveries', 'resends', 'payments', 'operations', 'list', 'views'],
  // A charge opens its transaction's drawer.
  charges: ['payments', 'operations', 'transactions', 'webhooks', 'deliveries', 'resends', 'list', 'views'],
  withdrawals: ['payments', 'operations', 'webhooks', 'list', 'views'],
  transfers: ['payments', 'operations', 'webhooks', 'list', 'views'],
  deposits: ['payments', 'operations', 'webhooks'],
  card: ['card', 'card-status', 'payments', 'operations', 'list', 'views'],
  statement: ['statement', 'line-labels', 'payments', 'operations', 'list', 'views'],
  closings: ['closings', 'line-labels', 'list'],
  customers: ['customers', 'list'],
  disputes: ['disputes', 'operations', 'list', 'views'],
  deliveries: ['deliveries', 'resends', 'list', 'views'],
  resends: ['resends', 'list', 'views'],
  operations: ['operations', 'payments', 'list', 'views'],
  webhooks: ['webhooks', 'operations', 'resends', 'list'],
  reports: ['reports', 'operations', 'list'],
  sandbox: ['sandbox'],

  all: ['all-accounts', 'list', 'overview'],
  inbox: ['inbox', 'accounts', 'channels', 'operations', 'list'],

  accounts: ['accounts', 'doctor'],
  approvals: ['inbox', 'accounts', 'operations'],
  audit: ['audit', 'operations', 'list', 'views'],
  channels: ['channels'],
  'first-day': ['first-day', 'doctor', 'team'],
  policies: ['policies', 'accounts', 'inbox', 'operations'],
  profile: ['profile'],
  team: ['team', 'profile', 'policies', 'audit', 'operations'],
} as const satisfies Record<string, readonly string[]>;
export type Segment = keyof typeof PAGE_NAMESPACES;

const pick = (locale: Locale, names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, MESSAGES[locale][name] ?? {}]));

export const sharedMessages = (locale: Locale) => pick(locale, SHARED);
export const pageMessages = (locale: Locale, segment: Segment) => pick(locale, PAGE_NAMESPACES[segment]);
