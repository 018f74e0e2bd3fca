'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LinkTools, StepTools } from '#components/list/record-tools.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { Row } from '#lib/deliveries/deliveries.list.ts';
import type { RowPages } from '#lib/list/pages.ts';
import { CloseFailuresButton } from '../close-failures.tsx';
import { nameOf } from '../delivery-cell.tsx';
import { DeliveryBody, useDelivery } from './delivery-body.tsx';

type Props = {
  id: string;
  book: RowPages<Row>;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One delivery next to the table; the focus stays in the table, so j and k keep working. */
export function DeliveryDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('deliveries.detail');
  const state = useDelivery(id);
  const delivery = state.data?.delivery ?? book.at(book.indexOf(id));
  const name = delivery === undefined ? id : nameOf(delivery);
  return (
    <Drawer
      label={t('label', { name })}
      title={t('title')}
      onClose={onClose}
      tools={<Tools id={id} book={book} onOpen={onOpen} />}
      footer={delivery?.transactionId && <Foot delivery={delivery} name={name} id={delivery.transactionId} />}
    >
      <DeliveryBody state={state} />
    </Drawer>
  );
}

function Foot({ delivery, name, id }: { delivery: Pick<Row, 'id' | 'open'>; name: string; id: string }) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  return (
    <>
      <ResendButton transactionId={id} name={name} needed={delivery.open} />
      {delivery.open && <CloseFailuresButton which={{ ids: [delivery.id] }} count={1} />}
      <span className="flex-1" />
      <Link className="text-xs" href={`/${account}/transactions/${encodeURIComponent(id)}`}>
        {t('openTransaction')}
      </Link>
    </>
  );
}

function Tools({ id, book, onOpen }: Pick<Props, 'id' | 'book' | 'onOpen'>) {
  const label = useTranslations('deliveries.detail')('ownPage');
  const account = useSession().account.slug;
  const href = `/${account}/deliveries/${encodeURIComponent(id)}`;
  return (
    <>
      <StepTools of="deliveries.detail" at={book.indexOf(id)} rowAt={book.at} onOpen={onOpen} />
      <LinkTools of="deliveries.detail" page={{ href, label }} />
    </>
  );
}
