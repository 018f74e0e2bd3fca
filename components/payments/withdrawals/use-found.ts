'use client';

import { useCallback, useEffect, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Receiver, receiverInForce, receiverMark, type Sought } from '#lib/payments/withdrawal-form.ts';
import { faultsOf } from '../use-faults.ts';
import { useReceiver } from './use-receiver.ts';

/** Who was found for what stands in the form, and the way to ask. `set` writes it into the form. */
export function useFound(sought: Sought, set: (part: { found: Receiver | null }) => void) {
  const { capabilities } = useSession().account;
  const keep = useCallback((found: Receiver | null) => set({ found }), [set]);
  const { busy, error, find } = useReceiver(keep);
  const byCode = sought.way === 'code';
  const receiver = receiverInForce(sought, Date.now());
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
    find(part: Partial<Sought> = {}) {
      const next = { ...sought, ...part };
      if (receiverInForce(next, Date.now()) === null) find(next);
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
