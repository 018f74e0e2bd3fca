import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { decimalToCents } from '#lib/core/money.ts';
import { pixKeyKind } from '#lib/core/pix/pix-key.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { readTranslatingErrors, spellings, translateFieldErrors } from '#lib/providers/pix/field-names.ts';
import { jsonBody, wireKey } from '#lib/providers/pix/payments.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { codeIn, holderIn } from '#lib/providers/recipient.ts';

const HOUR_MS = 3_600_000;
/** The name of the field in the look-up's form. */
const FORM = { pixKey: 'key' };

/** Document 1, Keys and DICT. Older services have only GET /user/dict. */
export function keyLookupOf(deps: AdapterDeps): NonNullable<ProviderPort['keyLookup']> {
  const { client, readable, now } = deps;
  let absentUntil = 0;
  const byKey = async (pixKey: string, call: Call) =>
    client.read('/pix/key', { pixKey }, call, { thing: true });
  const byDict = async (key: string, call: Call) => client.read('/user/dict', { key }, call, { thing: true });
  const look = async (key: string, call: Call) => {
    if (now() < absentUntil) return byDict(key, call);
    try {
      return await byKey(key, call);
    } catch (error) {
      if (!mayLack(error)) throw error;
      const answer = await orFirst(byDict(key, call), error);
      absentUntil = now() + HOUR_MS;
      return answer;
    }
  };
  return async (key, keyType, call) => {
    const sent = wireKey(key, keyType ?? pixKeyKind(key));
    const { json } = await readTranslatingErrors(look(sent, call), FORM);
    return readable(() => holderIn(json));
  };
}

/** Whether the route may be missing: a 405, or a 404 that is not about the key. */
function mayLack(error: unknown): boolean {
  const status = statusOf(error);
  const code = error instanceof GuicheError ? (error.details.provider?.code ?? null) : null;
  return status === 405 || (status === 404 && (code === null || code === 'PZG404'));
}

/** If the second route is missing too, throws the first error, which is more useful. */
async function orFirst<T>(second: Promise<T>, first: unknown): Promise<T> {
  try {
    return await second;
  } catch (error) {
    throw mayLack(error) || statusOf(error) === 403 ? first : error;
  }
}

/** Cents of a sum to pay; null if it is negative or has more than two decimals. */
function payable(written: string): number | null {
  const amount = decimalToCents(written);
  return amount === null || amount.cents < 0 || amount.exact !== undefined ? null : amount.cents;
}

/** POST /pix/qrcode/read changes nothing, so its send is not recorded. */
export function decodeCodeOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['decodeCode']> {
  const asCode = spellings(['emv', 'qrCode', 'qrCodeText', 'code'], { anyName: true });
  return async (code, call) => {
    const reading = { ...call, sending: async () => undefined };
    const outcome = await asCode((name) =>
      client.change('POST', '/pix/qrcode/read', jsonBody({ [name]: code }), reading),
    );
    if (outcome.kind !== 'done') throw translateFieldErrors(outcome.error, { pixKey: 'code' });
    const { json, asOf } = outcome.value;
    return readable(() => codeIn(json, payable, asOf), outcome.requestId);
  };
}
