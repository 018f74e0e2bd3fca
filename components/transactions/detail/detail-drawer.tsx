'use client';

import { useTranslations } from 'next-intl';
import { StepTools } from '#components/list/record-tools.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { RowPages } from '#lib/list/pages.ts';
import type { Row } from '#lib/transactions/rows.ts';
import { kindOf } from '#lib/transactions/rules.ts';
import { DetailBody } from './detail-body.tsx';
import { DetailFoot } from './detail-head.tsx';
import { PageTools } from './detail-page.tsx';
import { useDetail } from './use-detail.ts';

type Props = { id: string; book: RowPages<Row>; onOpen: (id: string) => void; onClose: () => void };

/** One transaction next to the table; the focus stays in the table, so j and k keep working. */
export function DetailDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('transactions');
  const state = useDetail(id);
  const index = book.indexOf(id);
  const transaction = state.data?.transaction ?? book.at(index) ?? null;
  const name = state.data?.transaction.clientReference ?? book.at(index)?.reference ?? id;
  return (
    <Drawer
      label={t('detail.label', { name })}
      title={t(`kind.${(transaction === null ? 'other' : kindOf(transaction)) as 'other'}`)}
      onClose={onClose}
      footer={<DetailFoot state={state} id={id} name={name} />}
      tools={
        <>
          <StepTools of="transactions.detail" at={index} rowAt={book.at} onOpen={onOpen} />
          <PageTools id={id} />
        </>
      }
    >
      <DetailBody state={state} />
    </Drawer>
  );
}
