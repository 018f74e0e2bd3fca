'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { LinkTools, StepTools } from '#components/list/record-tools.tsx';
import { ReceiptButton } from '#components/payments/receipt-button.tsx';
import { RefundButton } from '#components/payments/refund/refund-list.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Payment } from '#lib/payments/queries.ts';
import { asDeposit } from '#lib/statement/as-deposit.ts';
import type { Ledger } from '#lib/statement/ledger.ts';
import { lineOptions } from '#lib/statement/queries.ts';
import { disputeHref, paymentHref } from '#lib/statement/rules.ts';
import { LineFacts } from './line-facts.tsx';
import { useTypeLabels } from './line-labels.ts';
import type { Lines } from './lines-view.tsx';

type Props = {
  id: string;
  lines: Lines;
  ledger: Ledger;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One line next to the table; the focus stays in the table, so j and k keep working. */
export function LineDrawer({ id, lines, ledger, onOpen, onClose }: Props) {
  const t = useTranslations('statement.detail');
  const typeLabels = useTypeLabels();
  const { account } = useSession();
  const listed = lines.items.find((line) => line.id === id);
  // A fee is shown in its payment's row.
  const rowId = ledger.homes.get(id) ?? id;
  // A linked line may be outside the loaded list.
  const read = useQuery({
    ...lineOptions(account.slug, id),
    enabled: listed === undefined && lines.data !== undefined,
  });
  const line = listed ?? read.data?.line;
  const hrefs = {
    payment: paymentHref(account, line?.transactionId ?? null),
    dispute: disputeHref(account, line?.disputeId ?? null),
  };
  const deposit = line === undefined ? null : asDeposit(line);
  const needed = hrefs.payment !== null || hrefs.dispute !== null || deposit !== null;
  const foot = needed ? <Foot {...hrefs} deposit={deposit} /> : undefined;
  const title = line === undefined ? t('title') : typeLabels.name(line.type);
  return (
    <Drawer
      label={t('label', { name: title })}
      title={title}
      onClose={onClose}
      tools={
        <>
          <StepTools
            of="statement.detail"
            at={ledger.rows.findIndex(({ line }) => line.id === rowId)}
            rowAt={(index) => ledger.rows[index]?.line}
            onOpen={onOpen}
          />
          <LinkTools of="statement.detail" />
        </>
      }
      footer={foot}
    >
      <RecordBody
        read={{ data: line, error: line === undefined ? read.error : null, refetch: read.refetch }}
        missing={['not_found', 'not_supported']}
        absent={<EmptyState title={t('absent')}>{t('absentHint')}</EmptyState>}
      >
        {(one) => <LineFacts line={one} items={lines.items} rows={ledger.rows} onOpen={onOpen} />}
      </RecordBody>
    </Drawer>
  );
}

type FootProps = { payment: string | null; dispute: string | null; deposit: Payment | null };

/** Links to the related pages; for a deposit, also its receipt and refund. */
function Foot({ payment, dispute, deposit }: FootProps) {
  const t = useTranslations('statement.detail');
  return (
    <>
      {dispute !== null && <LinkButton href={dispute}>{t('openDispute')}</LinkButton>}
      {payment !== null && <LinkButton href={payment}>{t('openPayment')}</LinkButton>}
      {deposit !== null && <ReceiptButton payment={deposit} page="deposits" />}
      {deposit !== null && <RefundButton payment={deposit} />}
    </>
  );
}
