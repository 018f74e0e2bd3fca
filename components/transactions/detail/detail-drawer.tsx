'use client';

import { useTranslations } from 'next-intl';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { useMayResend } from '#components/resends/use-may-resend.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { RowBook } from '#lib/transactions/rows.ts';
import { badgesOf, kindOf } from '#lib/transactions/rules.ts';
import { DetailBody } from './detail-body.tsx';
import { MoneyActions } from './money-actions.tsx';
import { type Detail, useDetail } from './use-detail.ts';

type Props = { id: string; book: RowBook; onOpen: (id: string) => void; onClose: () => void };

/** One transaction beside the table; the focus stays in the table, so that j and k go on. */
export function DetailDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('transactions');
  const state = useDetail(id);
  const mayResend = useMayResend();
  const index = book.indexOf(id);
  const transaction = state.detail?.transaction ?? book.at(index) ?? null;
  const name = state.detail?.transaction.clientReference ?? book.at(index)?.reference ?? id;
  return (
    <Drawer
      label={t('detail.label', { name })}
      title={t(`kind.${(transaction === null ? 'other' : kindOf(transaction)) as 'other'}`)}
      onClose={onClose}
      footer={<Foot state={state} id={id} name={name} mayResend={mayResend} />}
      tools={<Tools id={id} index={index} book={book} onOpen={onOpen} />}
    >
      <DetailBody state={state} />
    </Drawer>
  );
}

/** What this transaction needs most: its notice again, where the last one failed. */
type FootProps = { state: Detail; id: string; name: string; mayResend: boolean };

function Foot({ state, id, name, mayResend }: FootProps) {
  const failed =
    state.detail !== undefined && badgesOf(state.detail).some(({ kind }) => kind === 'delivery-failed');
  const transaction = state.detail?.transaction;
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {mayResend && <ResendButton transactionId={id} name={name} needed={failed} />}
      {transaction && <MoneyActions transaction={transaction} />}
    </span>
  );
}

type ToolsProps = Pick<Props, 'id' | 'book' | 'onOpen'> & { index: number };

function Tools({ id, index, book, onOpen }: ToolsProps) {
  const t = useTranslations('transactions.detail');
  const toast = useToast();
  const { session, account } = useSession();
  const { singleKeys } = session.preferences;
  const previous = index < 0 ? undefined : book.at(index - 1);
  const next = index < 0 ? undefined : book.at(index + 1);
  const page = `/${account.slug}/transactions/${encodeURIComponent(id)}`;
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    toast(t('linkCopied'));
  };
  return (
    <>
      <IconButton
        icon="up"
        label={t('previous')}
        {...(singleKeys ? { shortcut: 'k' } : {})}
        disabled={previous === undefined}
        onClick={() => previous && onOpen(previous.id)}
      />
      <IconButton
        icon="down"
        label={t('next')}
        {...(singleKeys ? { shortcut: 'j' } : {})}
        disabled={next === undefined}
        onClick={() => next && onOpen(next.id)}
      />
      <IconButton icon="link" label={t('copyLink')} onClick={copyLink} />
      <LinkButton href={page} icon="open" variant="quiet" size="sm" iconOnly={t('ownPage')} />
    </>
  );
}
