import 'server-only';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { examine } from '#lib/doctor/server/examine.ts';

type StoredReport = { version: string; report: DoctorReport };
const processState = globalThis as { __guicheDoctor?: Map<string, StoredReport> };

/** Identifies the account's address and credential: a change of either invalidates its report. */
const versionOf = ({ baseUrl, sealedCredentials }: Account) => `${baseUrl} ${sealedCredentials}`;

/** Examines an account and stores the report in this process. GuicheError `not_found`. */
export async function runDoctor({ ctx, id }: { ctx: Pick<OperatorCtx, 'signal'>; id: string }) {
  const account = await knownAccount(id);
  const report = await examine(account, ctx.signal);
  processState.__guicheDoctor ??= new Map();
  processState.__guicheDoctor.set(id, { version: versionOf(account), report });
  return { report };
}

/** The last report of this process; null: none, or it belongs to another credential. */
export async function lastReport({ id }: { id: string }): Promise<{ report: DoctorReport | null }> {
  const account = await knownAccount(id);
  const last = processState.__guicheDoctor?.get(id);
  return { report: last?.version === versionOf(account) ? last.report : null };
}

async function knownAccount(id: string): Promise<Account> {
  const account = await accountById(id);
  if (account === null) throw new GuicheError('not_found', 'No such account.');
  return account;
}
