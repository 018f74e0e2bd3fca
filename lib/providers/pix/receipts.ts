import 'server-only';
import { parseJson, plainJson } from '#lib/http/json.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { fileIn } from '#lib/providers/files.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

/** Receipts are not in document 1's table, only their refusals (PZC320, PZC321): a PDF as it is, or as Base64. */
export function receiptOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['receipt']> {
  const ofCharge = (id: string, call: Call) =>
    client.readFile(`/proof/${segment(id)}`, {}, call, { thing: true });
  const ofWithdrawal = (id: string, call: Call) =>
    client.readFile(`/withdraw/proof/${segment(id)}`, {}, call, { thing: true });
  return async (kind, id, call) => {
    const { bytes } = await (kind === 'withdrawal' ? ofWithdrawal(id, call) : ofCharge(id, call));
    return readable(() => fileIn(bytes, ['application/pdf']));
  };
}

const LONGEST_WORDS = 2_000;

/** GET /status/, whose answer document 1 does not show: JSON as it came, or a few words; a page is neither. */
export function statusReaderOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['status']> {
  return async (call) => {
    const { text } = await client.readFile('/status/', {}, call);
    return readable(() => {
      try {
        return plainJson(parseJson(text));
      } catch {
        if (text.length > LONGEST_WORDS || /<[a-z!]/i.test(text)) throw new UnreadableAnswer('status');
        return text.trim();
      }
    });
  };
}
