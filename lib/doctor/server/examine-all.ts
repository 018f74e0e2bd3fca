import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { examine } from '#lib/doctor/server/examine.ts';

export type Examined = { slug: string; name: string; report: DoctorReport };
/** `slugs`: all there are, where none of them was the one asked for. */
export type Examination = { examined: Examined[]; slugs: string[] };

/** Every account, or the one of this slug, one after the other; for the command line. */
export async function examineAll(
  accounts: readonly Account[],
  slug: string | null,
  signal?: AbortSignal,
): Promise<Examination> {
  const examined: Examined[] = [];
  for (const account of accounts)
    if (slug === null || account.slug === slug)
      examined.push({ slug: account.slug, name: account.name, report: await examine(account, signal) });
  return { examined, slugs: accounts.map((account) => account.slug) };
}
