'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import { askPasskey } from './passkey.ts';
import { ProofField } from './proof-field.tsx';
import { useSession } from './session.tsx';
import {
  type Elsewhere,
  needsProof,
  PROOF_WINDOW,
  ProofRefused,
  type StepUp,
  StepUpCancelled,
  StepUpContext,
  useProven,
} from './step-up-context.ts';

/** How long a proof holds, in ms; a little less than on the server, so that a call does not come too late. */
const HOLDS_MS = 9.5 * 60_000;

type Asked = { done: () => void; cancel: () => void };

/** Proof of identity for everything inside. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const proof = useProof();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => () => {
          setAsked(null);
          then();
        };
        setAsked({ done: end(resolve), cancel: end(() => reject(new StepUpCancelled())) });
      }),
    [],
  );
  const { isDue, prove, elsewhere } = proof;
  const value = useMemo<StepUp>(
    () => ({
      isDue,
      prove,
      elsewhere,
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
    [isDue, prove, elsewhere, ask],
  );
  return (
    <StepUpContext value={value}>
      {children}
      {asked && <StepUpDialog onProved={asked.done} onClose={asked.cancel} />}
    </StepUpContext>
  );
}

/**
 * The issuer asks in a window of its own, so that what was typed here stays. It is opened within the press: a browser
 * opens none later.
 */
async function proveElsewhere(tell: (now: Elsewhere) => void): Promise<void> {
  const opened = window.open(PROOF_WINDOW, '_blank', 'width=480,height=640');
  tell(opened === null ? 'blocked' : 'asked');
  await provedElsewhere(() => tell('back'));
}

function useProof() {
  const { stepUpUntil, proofs } = useSession().session;
  const until = useRef(stepUpUntil === null ? 0 : Date.parse(stepUpUntil));
  const isDue = useCallback(() => serverNow() >= until.current, []);
  const byPassword = proofs.includes('password');
  const bySso = proofs.includes('sso');
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null);
  const prove = useCallback(
    async (typed: string) => {
      if (bySso) {
        await proveElsewhere(setElsewhere).finally(() => setElsewhere(null));
        until.current = serverNow() + HOLDS_MS;
        return;
      }
      const body = byPassword
        ? { password: typed }
        : typed === ''
          ? { passkey: await askPasskey('step-up') }
          : { otp: typed };
      await call('POST /api/step-up', { body }).catch((error: unknown) => {
        throw error instanceof CallError ? new ProofRefused(error.problem, error.at) : error;
      });
      until.current = serverNow() + HOLDS_MS;
    },
    [byPassword, bySso],
  );
  return { isDue, prove, elsewhere };
}

const LOOK_MS = 1_000;
const LONGEST_MS = 3 * 60_000;

/**
 * Waits for a proof that is given in the issuer's window. Another origin stood in it: nobody here sees it any more, or
 * closes it, and only the server says when it was proved. It is asked each second, and at once when this page has the
 * focus again: who comes back without a proof closed that window, or left it. Throws StepUpCancelled after three minutes.
 */
async function provedElsewhere(tellBack: () => void): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const back = await nextLook();
    if ((await call('GET /api/session', {})).stepUpUntil !== null) return;
    if (back) tellBack();
  }
  throw new StepUpCancelled();
}

/** After a second, or with the focus; whether it was that. */
function nextLook(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (back: boolean) => {
      clearTimeout(later);
      window.removeEventListener('focus', focused);
      resolve(back);
    };
    const focused = () => look(true);
    const later = setTimeout(look, LOOK_MS, false);
    window.addEventListener('focus', focused);
  });
}

type Props = { onProved: () => void; onClose: () => void };

/** Asks for the password and nothing else; what waits for it goes on afterwards. */
function StepUpDialog({ onProved, onClose }: Props) {
  const t = useTranslations('shell.stepUp');
  const back = useTranslations('common')('back');
  const id = useId();
  const proof = useProven('always');
  const proved = useRef(false);
  const close = () => proved.current || onClose();
  const submit = () =>
    proof.run(async () => {
      proved.current = true;
      onProved();
    });
  const footer = (
    <>
      <Button onClick={close}>{back}</Button>
      <Button
        type="submit"
        form={id}
        variant="main"
        aria-disabled={proof.held || undefined}
        aria-busy={proof.busy || undefined}
      >
        {t('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={close} title={t('title')} footer={footer}>
      <form
        id={id}
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ProofField form={proof} />
        {Boolean(proof.error) && <ErrorCard error={proof.error} />}
      </form>
    </Dialog>
  );
}
