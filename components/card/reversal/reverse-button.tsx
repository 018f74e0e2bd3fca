'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import type { CardCharge } from '#lib/card/queries.ts';
import { mayReverse } from '#lib/card/rules.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

/** "Reverse…": absent where the operator or the charge cannot. */
export function ReverseButton({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.reverse');
  const may = useCan('refund');
  const [asking, setAsking] = useState(false);
  // A dialog that tells how a reversal went stays although nothing is left to reverse.
  if (!may || !(mayReverse(charge) || asking)) return null;
  return (
    <>
      <Button icon="return" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {asking && <ReverseDialog id={charge.id} onClose={() => setAsking(false)} />}
    </>
  );
}
