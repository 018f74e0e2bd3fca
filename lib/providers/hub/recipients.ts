import 'server-only';
import { absenceOf } from '#lib/providers/absence.ts';
import { type HubDeps, withoutUndefined } from '#lib/providers/hub/adapter-deps.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { codeIn, holderIn } from '#lib/providers/recipient.ts';

/** Document 2, looked up before paying: who a key pays, what a code says. They change nothing. */
export function recipientsOf({
  client,
  readable,
  paths,
}: HubDeps): Required<Pick<ProviderPort, 'keyLookup' | 'decodeCode' | 'codeHolder'>> {
  return {
    async keyLookup(key, keyType, call) {
      const body = withoutUndefined({ pixKey: key, pixKeyType: keyType?.toUpperCase() });
      const { json } = await client.ask('/transactions/pix/destination', body, call);
      return readable(() => holderIn(json));
    },
    async codeHolder(code, call) {
      const { json } = await client.ask('/transactions/pix/destination', { brCode: code }, call);
      return readable(() => holderIn(json));
    },
    async decodeCode(code, call) {
      const ask = (path: string) => client.ask(path, { brCode: code }, call);
      const { json, asOf } = await paths.decode.read(ask).catch((error: unknown) => {
        // The recipient's look-up is document 2's own, and takes a code as well.
        if (absenceOf(error) === null) throw error;
        return ask('/transactions/pix/destination');
      });
      return readable(() => codeIn(json, cents, asOf));
    },
  };
}
