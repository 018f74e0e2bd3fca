'use client';

import { Button } from '#components/ui/button.tsx';
import type { useAcknowledge } from './use-acknowledge.ts';

type Props = { acknowledge: ReturnType<typeof useAcknowledge>; label: string };

/** One press, whoever presses twice. */
export function AcknowledgeButton({ acknowledge: { isPending, mutate }, label }: Props) {
  return (
    <Button size="sm" aria-busy={isPending || undefined} onClick={() => isPending || mutate()}>
      {label}
    </Button>
  );
}
