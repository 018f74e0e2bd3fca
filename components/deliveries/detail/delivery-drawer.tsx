'use client';

import { useTranslations } from 'next-intl';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Row } from '#lib/deliveries/rows.ts';
import type { RowBook } from '#lib/list/pages.ts';
import { nameOf } from '../delivery-cell.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import { useDelivery } from './use-delivery.ts';

type Props = {
  id: string;
  book: RowBook<Row>;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One delivery beside the table; the focus stays in the table, so that j and k go on. */
export function DeliveryDrawer({ id, book, onOpen, onClose }: Props) {
  const t = useTranslations('deliveries.detail');
  const state = useDelivery(id);
  const delivery = state.facts?.delivery ?? book.at(book.indexOf(id));
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

function Foot({ delivery, name, id }: { delivery: Pick<Row, 'open'>; name: string; id: string }) {
  const t = useTranslations('deliveries.detail');
  const account = useSession().account.slug;
  return (
    <>
      <ResendButton transactionId={id} name={name} needed={delivery.open} />
      <span className="flex-1" />
      <Link className="text-xs" href={`/${account}/transactions/${encodeURIComponent(id)}`}>
        {t('openTransaction')}
      </Link>
    </>
  );
}

function Tools({ id, book, onOpen }: Pick<Props, 'id' | 'book' | 'onOpen'>) {
  const t = useTranslations('deliveries.detail');
  const toast = useToast();
  const account = useSession().account.slug;
  const at = book.indexOf(id);
  const previous = at < 0 ? undefined : book.at(at - 1);
  const next = at < 0 ? undefined : book.at(at + 1);
  const page = `/${account}/deliveries/${encodeURIComponent(id)}`;
  const copyLink = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    toast(t('linkCopied'));
  };
  return (
    <>
      <IconButton
        icon="up"
        label={t('previous')}
        disabled={previous === undefined}
        onClick={() => previous && onOpen(previous.id)}
      />
      <IconButton
        icon="down"
        label={t('next')}
        disabled={next === undefined}
        onClick={() => next && onOpen(next.id)}
      />
      <IconButton icon="link" label={t('copyLink')} onClick={copyLink} />
      <LinkButton href={page} icon="open" variant="quiet" size="sm" iconOnly={t('ownPage')} />
    </>
  );
}
