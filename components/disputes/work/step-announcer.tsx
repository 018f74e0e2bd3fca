'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Step } from '#lib/disputes/rules.ts';

const WORDS = { under48: 'step48', under24: 'step24', under6: 'step6', over: 'stepOver' } as const;

/** Told when a step is passed while the page is open, and at no other time. */
export function StepAnnouncer({ step }: { step: Step }) {
  const t = useTranslations('disputes.clock');
  const last = useRef(step);
  const [said, say] = useState('');
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    say(step === 'calm' ? '' : t(WORDS[step]));
  }, [step, t]);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
