'use client';

import { useTranslations } from 'next-intl';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PickedBar } from '#components/ui/picked-bar.tsx';
import type { Picked } from './use-picked.ts';

/** How many are chosen, of how many transactions, and sending them again. */
export function SelectionBar({ picked, onResend }: { picked: Picked; onResend: (ids: string[]) => void }) {
  const t = useTranslations('deliveries.selection');
  const words = useTranslations('resends.action');
  const mayResend = useCan('resend');
  const { ids, amount } = picked.transactions;
  const status = (
    <>
      <span>{t.rich('count', { count: picked.ids.size, b: (text) => <b>{text}</b> })}</span>
      <span>{t('transactions', { count: ids.length })}</span>
      <Money cents={amount} direction="still" />
    </>
  );
  return (
    <PickedBar label={t('label')} status={status}>
      {mayResend && ids.length > 0 && (
        <Button icon="send" onClick={() => onResend(ids)}>
          {words('selection')}
        </Button>
      )}
      <IconButton icon="x" size="md" label={t('clear')} shortcut="Esc" onClick={picked.clear} />
    </PickedBar>
  );
}
