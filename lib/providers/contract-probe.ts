import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/**
 * A Pix code that requests R$ 1,00 for a key that nobody owns. Reading it changes nothing, whatever the
 * answer.
 */
export const NOBODYS_CODE =
  '00020126430014br.gov.bcb.pix0121doctor@guiche.example52040000530398654041.005802BR5906GUICHE6009SAO PAULO62070503***63042D98';

export const CONTRACT_WAITS = 'PZA206';
const BETWEEN_MS = 5 * 60_000;
/**
 * Codes of a look-up at the code's institution, which an unsigned contract prevents (document 1, Pix key and
 * QR code).
 */
const LOOKED_UP = /^PZK(?:101|30\d|31\d)$/;

const processState = globalThis as { guicheContractProbes?: Map<string, number> };

/**
 * Lifts a contract's block once it is signed. No read receives the block, so this reads NOBODYS_CODE: a POST
 * that changes nothing, and that document 1 refuses while the contract is unsigned. At most every 5 minutes
 * per process.
 */
export async function probeContract(
  accountId: string,
  { decodeCode }: Pick<ProviderPort, 'decodeCode'>,
  now: number,
): Promise<void> {
  processState.guicheContractProbes ??= new Map();
  const probes = processState.guicheContractProbes;
  const monitor = monitorOf(accountId);
  const due = now - (probes.get(accountId) ?? Number.NEGATIVE_INFINITY) >= BETWEEN_MS;
  if (decodeCode === undefined || monitor.health().blockedBy !== CONTRACT_WAITS || !due) return;
  probes.set(accountId, now);
  try {
    await decodeCode(NOBODYS_CODE, { priority: 'background' });
  } catch (error) {
    const code = error instanceof GuicheError ? (error.details.provider?.code ?? '') : '';
    if (!LOOKED_UP.test(code)) return;
  }
  monitor.report({ kind: 'lifted', code: CONTRACT_WAITS });
}
