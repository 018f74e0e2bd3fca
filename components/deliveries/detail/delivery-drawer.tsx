'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { DeliveryLine } from '#lib/deliveries/queries.ts';
import { DeliveryBody } from './delivery-body.tsx';
import { useDelivery } from './use-delivery.ts';

type Props = {
  id: string;
  items: readonly DeliveryLine[];
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One delivery beside the table; the focus stays in the table, so that j and k go on. */
export function DeliveryDrawer({ id, items, onOpen, onClose }: Props) {
  const t = useTranslations('deliveries.detail');
  const state = useDelivery(id);
  const delivery = state.facts?.delivery ?? items.find((line) => line.id === id);
  const name = delivery?.clientReference ?? delivery?.transactionId ?? id;
  return (
    <Drawer
      label={t('label', { name })}
      title={t('title')}
      onClose={onClose}
      tools={<Tools id={id} items={items} onOpen={onOpen} />}
      footer={delivery?.transactionId && <Foot delivery={delivery} name={name} id={delivery.transactionId} />}
    >
      <DeliveryBody state={state} />
    </Drawer>
  );
}

function Foot({ delivery, name, id }: { delivery: DeliveryLine; name: string; id: string }) {
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

function Tools({ id, items, onOpen }: Pick<Props, 'id' | 'items' | 'onOpen'>) {
  const t = useTranslations('deliveries.detail');
  const toast = useToast();
  const account = useSession().account.slug;
  const at = items.findIndex((line) => line.id === id);
  const previous = at < 0 ? undefined : items[at - 1];
  const next = at < 0 ? undefined : items[at + 1];
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
