import 'server-only';
import type { AccountSettings } from '#lib/env/accounts.ts';
import { accountUnconfigured } from '#lib/errors.ts';

type Source = { origin: string; slug: string };

// On globalThis: jobs and pages are bundled apart and share this list.
const processState = globalThis as { guicheConfiguredSlugs?: ReadonlySet<string> };

/** Remembers which real accounts this process's environment has; called once at start. */
export function rememberConfigured(given: readonly AccountSettings[]): void {
  const real = given.filter(({ simulator }) => !simulator);
  processState.guicheConfiguredSlugs = new Set(real.map(({ slug }) => slug));
}

/**
 * Tells if this process may use the account's credential. An account of the environment whose variables are absent
 * here stays as it is, unused: another instance may have them, and a later start may bring them back.
 */
export function isConfigured({ origin, slug }: Source): boolean {
  const slugs = processState.guicheConfiguredSlugs;
  return origin !== 'environment' || slugs === undefined || slugs.has(slug);
}

/** Before anything that ends with a call to its provider. GuicheError `account_unconfigured`. */
export function requireConfigured({ unconfigured }: { unconfigured?: true }): void {
  if (unconfigured === true) throw accountUnconfigured();
}
