'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { PickedBar } from '#components/ui/picked-bar.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Direction } from '#lib/transactions/rules.ts';
import type { Resending } from './use-resend.ts';
import type { Selection } from './use-selection.ts';

const ORDER: readonly Direction[] = ['in', 'out', 'still'];

/** Count and sum of what is selected, and what can be done with it. */
export function SelectionBar({ selection, resend }: { selection: Selection; resend: Resending }) {
  const t = useTranslations('transactions.selection');
  const words = useTranslations('resends.action');
  const toast = useToast();
  const { ids, sums, clear } = selection;
  const copy = async () => {
    await navigator.clipboard.writeText([...ids].join('\n'));
    toast(t('copied', { count: ids.size }));
  };
  const status = (
    <>
      <span className="whitespace-nowrap">
        {t.rich('count', { count: ids.size, b: (words) => <b>{words}</b> })}
      </span>
      {ORDER.map(
        (direction) =>
          sums[direction] !== null && <Money key={direction} cents={sums[direction]} direction={direction} />,
      )}
    </>
  );
  return (
    <PickedBar label={t('label')} status={status}>
      {resend.filtered !== null && <Button onClick={resend.filtered}>{words('filter')}</Button>}
      {resend.selected !== null && (
        <Button icon="send" onClick={() => resend.selected?.(ids)}>
          {words('selection')}
        </Button>
      )}
      <Button icon="copy" onClick={copy}>
        {t('copyIds')}
      </Button>
      <IconButton icon="x" size="md" label={t('clear')} shortcut="Esc" onClick={clear} />
    </PickedBar>
  );
}
