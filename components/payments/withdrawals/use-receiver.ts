'use client';

import { useCallback, useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { keyAsSent, keyFault, type PixKeyType } from '#lib/payments/rules.ts';

export type HolderAnswer = OutputOf<Endpoints['POST /pix-keys/lookup'], 'response'>;
export type CodeAnswer = OutputOf<Endpoints['POST /pix-qr-codes/decode'], 'response'>;
/** Who would be paid, and of which key or code that was answered. */
export type Receiver = { of: string; at: string } & (
  | { holder: HolderAnswer; code?: never }
  | { code: CodeAnswer; holder?: never }
);

/** What a receiver was asked by: it holds only for exactly this. */
export const keyMark = (key: string, type: PixKeyType) => `${type}:${keyAsSent(key, type)}`;
export const codeMark = (code: string) => `code:${code.trim()}`;

/** Looks a key's holder up or decodes a code, once for each; the answer is kept by the caller. */
export function useReceiver(keep: (receiver: Receiver | null) => void) {
  const account = useSession().account.slug;
  const asking = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; error: unknown } | null>(null);
  const ask = useCallback(
    async (of: string, read: () => Promise<Receiver>) => {
      // Directories count every look-up: one for one receiver, and only the newest is kept.
      if (asking.current === of) return;
      asking.current = of;
      setBusy(true);
      setError(null);
      try {
        const found = await read();
        if (asking.current === of) keep(found);
      } catch (thrown) {
        if (asking.current === of) setError({ of, error: thrown });
      } finally {
        if (asking.current === of) {
          asking.current = null;
          setBusy(false);
        }
      }
    },
    [keep],
  );
  const lookUp = useCallback(
    (key: string, keyType: PixKeyType | null) => {
      if (keyType === null || keyFault(key, keyType) !== null) return;
      const of = keyMark(key, keyType);
      const body = { key: keyAsSent(key, keyType), keyType };
      void ask(of, async () => ({
        of,
        at: new Date().toISOString(),
        holder: await call('POST /pix-keys/lookup', { account, body }),
      }));
    },
    [account, ask],
  );
  const decode = useCallback(
    (text: string) => {
      const code = text.trim();
      if (code.length < 8) return;
      const of = codeMark(code);
      void ask(of, async () => ({
        of,
        at: new Date().toISOString(),
        code: await call('POST /pix-qr-codes/decode', { account, body: { code } }),
      }));
    },
    [account, ask],
  );
  return { busy, error, lookUp, decode, forget: () => setError(null) };
}
