'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { RowBook } from '#lib/list/pages.ts';
import type { Row } from '#lib/transactions/rows.ts';
import { kindOf } from '#lib/transactions/rules.ts';
import { DetailBody } from './detail-body.tsx';
import { DetailFoot } from './detail-foot.tsx';
import { PageTools } from './page-tools.tsx';
import { useDetail } from './use-detail.ts';

type Props = { id: string; book: RowBook<Row>; onOpen: (id: string) => void; onClose: () => void };

/** One transaction beside the table; the focus stays in the table, so that j and k go on. */
export function DetailDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('transactions');
  const state = useDetail(id);
  const index = book.indexOf(id);
  const transaction = state.detail?.transaction ?? book.at(index) ?? null;
  const name = state.detail?.transaction.clientReference ?? book.at(index)?.reference ?? id;
  return (
    <Drawer
      label={t('detail.label', { name })}
      title={t(`kind.${(transaction === null ? 'other' : kindOf(transaction)) as 'other'}`)}
      onClose={onClose}
      footer={<DetailFoot state={state} id={id} name={name} />}
      tools={<Tools id={id} index={index} book={book} onOpen={onOpen} />}
    >
      <DetailBody state={state} />
    </Drawer>
  );
}

type ToolsProps = Pick<Props, 'id' | 'book' | 'onOpen'> & { index: number };

function Tools({ id, index, book, onOpen }: ToolsProps) {
  const t = useTranslations('transactions.detail');
  const { session } = useSession();
  const { singleKeys } = session.preferences;
  const previous = index < 0 ? undefined : book.at(index - 1);
  const next = index < 0 ? undefined : book.at(index + 1);
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
      <PageTools id={id} />
    </>
  );
}
