'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import { codeAsSent, codeFault, keyAsSent, keyFault, offersRecurrence } from '#lib/payments/field-rules.ts';
import {
  type Receiver,
  receiverInForce,
  receiverMark,
  type Sought,
  typeInForce,
} from '#lib/payments/withdrawal-form.ts';
import { faultsOf } from '../refused.tsx';

/** Receiver found for the values in the form, and the look-up itself. `set` writes it into the form. */
export function useFound(sought: Sought, set: (part: { found: Receiver | null }) => void) {
  const { capabilities } = useSession().account;
  const keep = useCallback((found: Receiver | null) => set({ found }), [set]);
  const { busy, error, find } = useReceiver(keep);
  const byCode = sought.way === 'code';
  const receiver = receiverInForce(sought, serverNow());
  /** Why what stands in the form now was not found. */
  const refused = error?.of === receiverMark(sought) ? error.error : null;
  // Where the account cannot look a receiver up, nothing can be shown first; the form says so.
  const unseen = !capabilities.includes(byCode ? 'qr-decode' : 'key-lookup') || isNotRead(refused);
  return {
    byCode,
    receiver,
    busy,
    refused,
    unseen,
    shown: receiver !== null || unseen,
    /** The code offers a recurrence besides its payment, which is not authorised here. */
    recurrence: byCode && offersRecurrence(sought.code),
    find(part: Partial<Sought> = {}) {
      const next = { ...sought, ...part };
      if (receiverInForce(next, serverNow()) === null) find(next);
    },
    /** Refused because the code asks something else now: that is read and looked at before anything can be asked. */
    readAgainAfter(thrown: unknown): boolean {
      if (!/^amount_(changed|fixed)$/.test(faultsOf(thrown).get('amount') ?? '')) return false;
      set({ found: null });
      find(sought);
      return true;
    },
  };
}
export type Found = ReturnType<typeof useFound>;

/** This account's service reads no codes, whatever its kind could. */
const isNotRead = (error: unknown) => error instanceof CallError && error.problem.code === 'not_supported';

/** Asked to go on while the look-up ran: it goes on once it is known who receives. */
export function useWanted(busy: boolean, goOn: () => void) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || busy) return;
    setWanted(false);
    goOn();
  }, [wanted, busy, goOn]);
  return setWanted;
}

/** Looks a key's holder up or decodes a code, once for each; the answer is kept by the caller. */
function useReceiver(keep: (receiver: Receiver | null) => void) {
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
  const find = useCallback(
    (draft: Sought) => {
      const of = receiverMark(draft);
      const keyType = typeInForce(draft.key, draft.keyType);
      const fault = draft.way === 'code' ? codeFault(draft.code) : keyFault(draft.key, keyType);
      if (of === null || fault !== null) return;
      const code = codeAsSent(draft.code);
      void ask(of, async () => {
        const at = new Date(serverNow()).toISOString();
        if (draft.way === 'code')
          return { of, at, code: await call('POST /pix-qr-codes/decode', { account, body: { code } }) };
        if (keyType === null) throw new Error('A key without a type is not looked up.');
        const body = { key: keyAsSent(draft.key, keyType), keyType };
        return { of, at, holder: await call('POST /pix-keys/lookup', { account, body }) };
      });
    },
    [account, ask],
  );
  return { busy, error, find };
}
