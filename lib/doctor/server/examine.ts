import 'server-only';
import { type Account, openCredentials } from '#lib/accounts/server/account.ts';
import { ownAddressPolicy } from '#lib/accounts/server/address-policy.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { checksOf } from '#lib/doctor/server/checks.ts';
import { type Asked, askOne, type Exchange, watching } from '#lib/doctor/server/observe.ts';
import { readsOf } from '#lib/doctor/server/reads.ts';
import { serverCertificate } from '#lib/doctor/server/server-certificate.ts';
import { settings } from '#lib/env/settings.ts';
import { AccountMonitor } from '#lib/http/health.ts';
import { heldBackIn } from '#lib/providers/capabilities.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { watchedPort } from '#lib/providers/registry.ts';

const WEEK_MS = 7 * 86_400_000;
/** When nothing answers, asking on tells nothing more. */
const ENOUGH_SILENCE = 2;

/**
 * Looks an account over with calls that change nothing, one after the other; the account need not be in the
 * database. Throws only when the caller goes away.
 */
export async function examine(account: Account, signal?: AbortSignal): Promise<DoctorReport> {
  const begun = Date.now();
  const seen: Exchange[] = [];
  const monitor = new AccountMonitor();
  const { port, call } = reachFor(watchedPort(account, { monitor, watch: watching(seen) }), signal);
  const { ca, webhookSecret } = openCredentials(account);
  const server = serverCertificate(account.baseUrl, {
    ca,
    waitMs: settings().timeLimits.connect,
    near: ownAddressPolicy(account),
  });
  const asked = await askAll(port, call, seen, begun);
  const { sourceIp } = monitor.health();
  const callbackSecret = await secretExists(port, call);
  const checks = checksOf({
    kind: account.kind,
    baseUrl: account.baseUrl,
    now: Date.now(),
    exchanges: seen,
    asked,
    server: await server,
    own: port.certificate?.() ?? null,
    sourceIp,
    offsetMs: monitor.offsetMs,
    heldBack: heldBackIn(port),
    missing: port.missingScopes?.() ?? [],
    callbackSecret,
    webhookSecret: webhookSecret !== undefined,
    simulator: account.simulator,
  });
  return {
    at: new Date(begun).toISOString(),
    tookMs: Date.now() - begun,
    calls: seen.length,
    checks,
    unread: asked.flatMap(({ unread }) => unread),
    answers: asked.map(({ answer }) => answer),
  };
}

async function askAll(port: ProviderPort, call: Call, seen: Exchange[], now: number): Promise<Asked[]> {
  const window = { from: new Date(now - WEEK_MS).toISOString(), to: new Date(now).toISOString() };
  const asked: Asked[] = [];
  for (const read of readsOf(port)) {
    asked.push(await askOne(read, { port, call, window, seen }));
    const answered = asked.some(({ answer }) => answer.end !== 'failed');
    if (!answered && asked.length >= ENOUGH_SILENCE) break;
  }
  return asked;
}

/** Null where the service does not tell (document 1 has no route for it), or refuses to. */
async function secretExists(port: ProviderPort, call: Call): Promise<boolean | null> {
  try {
    return (await port.callbackSecret?.exists?.(call)) ?? null;
  } catch {
    call.signal?.throwIfAborted();
    return null;
  }
}
