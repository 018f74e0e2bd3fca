'use client';

import { useTranslations } from 'next-intl';
import { CallError } from '#lib/api/client.ts';
import { PasskeyClosed } from './passkey-closed.ts';
import { ProofRefused } from './step-up-context.ts';

const PROOFS = ['password', 'otp', 'passkey'] as const;
const isProof = (field: string | undefined): field is (typeof PROOFS)[number] =>
  PROOFS.some((one) => one === field);

/** Gives the page's words for a wrong or throttled proof; null for any other error. */
export function useProofRefusal(): (error: unknown) => { words: string; wait: number } | null {
  const t = useTranslations('shell.stepUp');
  return (error) => {
    if (error instanceof PasskeyClosed) return { words: t('closed'), wait: 0 };
    if (!(error instanceof CallError)) return null;
    const { code, fields, retryAfterSeconds = 0 } = error.problem;
    if (code === 'rate_limited') return { words: t('throttled'), wait: retryAfterSeconds };
    const named = fields?.find(({ field }) => isProof(field))?.field;
    return error instanceof ProofRefused && isProof(named)
      ? { words: t(`mismatch.${named}`), wait: 0 }
      : null;
  };
}
