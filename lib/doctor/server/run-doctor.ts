import 'server-only';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { examine } from '#lib/doctor/server/examine.ts';

type Kept = { made: string; report: DoctorReport };
const processState = globalThis as { __guicheDoctor?: Map<string, Kept> };

/** Of what the account was when it was examined: another credential makes a report worthless. */
const madeOf = ({ baseUrl, sealedCredentials }: Account) => `${baseUrl} ${sealedCredentials}`;

/** Examines an account and keeps what was found. GuicheError `not_found`. */
export async function runDoctor({ ctx, id }: { ctx: Pick<OperatorCtx, 'signal'>; id: string }) {
  const account = await knownAccount(id);
  const report = await examine(account, ctx.signal);
  processState.__guicheDoctor ??= new Map();
  processState.__guicheDoctor.set(id, { made: madeOf(account), report });
  return { report };
}

/** The last report of this process; null: none, or of another credential. */
export async function lastReport({ id }: { id: string }): Promise<{ report: DoctorReport | null }> {
  const account = await knownAccount(id);
  const last = processState.__guicheDoctor?.get(id);
  return { report: last?.made === madeOf(account) ? last.report : null };
}

async function knownAccount(id: string): Promise<Account> {
  const account = await accountById(id);
  if (account === null) throw new GuicheError('not_found', 'No such account.');
  return account;
}
