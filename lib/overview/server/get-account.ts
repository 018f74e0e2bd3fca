import 'server-only';
import { knownBlock, readWithBlock } from '#lib/accounts/server/account-block.ts';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { certificateTerm } from '#lib/card/certificate-term.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { isWell } from '#lib/core/status/service.ts';
import { cut } from '#lib/core/text.ts';
import { lastVerdict } from '#lib/data/audit/verify.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import type { AccountBlock, Health, ServiceStatus } from '#lib/overview/contract.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { blockInProfile, CONTRACT_WAITS, probeContract } from '#lib/providers/account-blocks.ts';
import { type Balance, Profile } from '#lib/providers/records.ts';

/** Document 1, GET /user, with the daily withdrawal limit and its use. Cents. */
export async function getProfile({ ctx }: { ctx: Ctx }): Promise<Profile> {
  const profile = ctx.part('profile');
  return serializeFor(
    ctx,
    Profile,
    await readWithBlock(ctx.account.id, () => profile(ctx.call), blockInProfile),
  );
}

/** The bank's block of the account's operations as last reported; makes no call. */
export async function getBlock({ ctx }: { ctx: Ctx }): Promise<{ block: AccountBlock | null }> {
  const known = await knownBlock(ctx.account.id);
  if (known === null || !known.blocked) return { block: null };
  const { operations, changedAt } = known;
  return { block: { operations, changedAt } };
}

/** Document 1, GET /user/balance. Cents. Throws `not_supported` where the account's kind has no balance. */
export async function getBalance({ ctx }: { ctx: Ctx }): Promise<Balance> {
  return ctx.part('balance')(ctx.call);
}

/**
 * The provider's health as seen by this process's calls, and the term of the account's certificate. Makes no
 * call itself, but starts the probe that ends a PZA206 block once the contract is signed.
 */
export async function getHealth({ ctx }: { ctx: Ctx }): Promise<Health> {
  const own = ctx.port.certificate?.() ?? null;
  const certificate = own === null ? null : certificateTerm(own, databaseNow());
  const audit = ctx.permissions.has('manage') ? await lastVerdict() : null;
  const auditBroken = audit === null || audit.intact ? null : (audit.firstBroken ?? audit.entries);
  const host = URL.canParse(ctx.account.baseUrl) ? new URL(ctx.account.baseUrl).host : ctx.account.baseUrl;
  const health = monitorOf(ctx.account.id).health();
  if (health.blockedBy === CONTRACT_WAITS)
    runInBackground(`contract ${ctx.account.id}`, () => probeContract(ctx.account.id, ctx.port));
  return { ...health, certificate, auditBroken, host };
}

const MOST = 60;

const NAMES = ['status', 'state', 'health', 'situation', 'message'];

/** Document 1, GET /status/, as a short text. `answered` is false when the service has no such route. */
export async function getServiceStatus({ ctx }: { ctx: Ctx }): Promise<ServiceStatus> {
  const read = await ifAnswered(
    ctx
      .part('status')(ctx.call)
      .then((answer) => ({ answer })),
  );
  const asOf = databaseIso();
  if (read === null) return { words: null, well: null, answered: false, asOf };
  const text = statusIn(read.answer);
  return { words: text === null ? null : cut(text, MOST), well: isWell(text), answered: true, asOf };
}

/** The first value that resembles a status: the text itself, or the field with a likely name. */
function statusIn(answer: unknown, depth = 0): string | null {
  if (typeof answer === 'string') return answer.trim() === '' ? null : answer.trim();
  if (typeof answer === 'boolean' || typeof answer === 'number') return String(answer);
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer) || depth > 2) return null;
  const entries = Object.entries(answer);
  const likely = NAMES.flatMap((name) => entries.filter(([key]) => key.toLowerCase() === name));
  for (const [, inner] of [...likely, ...entries.filter(([, value]) => typeof value === 'object')]) {
    const text = statusIn(inner, depth + 1);
    if (text !== null) return text;
  }
  return null;
}
