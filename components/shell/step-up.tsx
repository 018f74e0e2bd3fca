'use client';

import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';
import { call } from '#lib/api/client.ts';
import { useSession } from './session-context.tsx';
import { needsProof, type StepUp, StepUpCancelled, StepUpContext } from './step-up-context.ts';

/** How long a proof holds, in ms; a little less than on the server, so that a call does not come too late. */
const HOLDS_MS = 9.5 * 60_000;

type Asked = { done: () => void; cancel: () => void };
const fetchDialog = () => import('./step-up-dialog.tsx');

/** Proof of identity for everything inside; its dialog is fetched when it is first needed. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const proof = useProof();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [loaded, load] = useLazy(fetchDialog);
  const ask = useCallback(async () => {
    await load();
    await new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        setAsked(null);
        then();
      };
      setAsked({ done: end(resolve), cancel: end(() => reject(new StepUpCancelled())) });
    });
  }, [load]);
  const { isDue, prove } = proof;
  const value = useMemo<StepUp>(
    () => ({
      isDue,
      prove,
      withProof: async (run, { first = true } = {}) => {
        if (first && isDue()) await ask();
        try {
          return await run();
        } catch (error) {
          if (!needsProof(error)) throw error;
        }
        await ask();
        return run();
      },
    }),
    [isDue, prove, ask],
  );
  return (
    <StepUpContext value={value}>
      {children}
      {loaded && asked && <loaded.StepUpDialog onProved={asked.done} onClose={asked.cancel} />}
    </StepUpContext>
  );
}

function useProof() {
  const { stepUpUntil } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const isDue = useCallback(() => Date.now() >= until.current, []);
  const prove = useCallback(async (password: string) => {
    await call('POST /api/step-up', { body: { password } });
    until.current = Date.now() + HOLDS_MS;
  }, []);
  return { isDue, prove };
}
