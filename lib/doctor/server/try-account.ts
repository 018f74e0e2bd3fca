import 'server-only';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { certificateFaults } from '#lib/accounts/server/certificates.ts';
import { sealedParts } from '#lib/accounts/server/credential-parts.ts';
import { requireCallable } from '#lib/accounts/server/entered-address.ts';
import { credentialRefusals, invalid } from '#lib/accounts/server/refusals.ts';
import type { Args } from '#lib/api/serve.ts';
import type { NewCredential } from '#lib/connections/contract.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { examine } from '#lib/doctor/server/examine.ts';
import { GuicheError } from '#lib/errors.ts';

/** All accounts that are not kept yet share one budget: nobody tries more than one at a time. */
const DRAFT = 'draft';

/** Examines an account before it is kept. GuicheError `invalid_request` (certificates, the address). */
export async function tryNewAccount({
  ctx,
  body,
}: Args<'POST /api/settings/accounts/test'>): Promise<DoctorReport> {
  const faults = certificateFaults(body.credentials);
  if (faults.length > 0) throw invalid(faults);
  await requireCallable(body);
  const { kind, name, slug, environment, baseUrl } = body;
  const simulator = false;
  return examine(
    { kind, name, slug, environment, baseUrl, simulator, entered: true, ...sealed(DRAFT, body) },
    ctx.signal,
  );
}

/** Examines a known account with another credential. GuicheError `not_found`, `invalid_request`. */
export async function tryCredential({
  ctx,
  id,
  body,
}: Args<'POST /api/settings/accounts/{id}/test'>): Promise<DoctorReport> {
  const account = await accountById(id);
  if (account === null) throw new GuicheError('not_found', 'No such account.');
  const faults = credentialRefusals(account.kind, body);
  if (faults.length > 0) throw invalid(faults);
  await requireCallable(body, account);
  const { environment, baseUrl } = body;
  // Another address than the one it has was entered now, wherever the account came from.
  const typed = baseUrl === account.baseUrl ? {} : { entered: true as const };
  return examine({ ...account, ...typed, environment, baseUrl, ...sealed(account.id, body) }, ctx.signal);
}

function sealed(
  id: string,
  { credentials }: Pick<NewCredential, 'credentials'>,
): Pick<Account, 'id' | 'settings' | 'sealedCredentials'> {
  const parts = sealedParts(id, credentials);
  return { id, settings: parts.settings, sealedCredentials: parts.credentials };
}
