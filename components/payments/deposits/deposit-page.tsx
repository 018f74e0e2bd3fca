'use client';

import { useTranslations } from 'next-intl';
import { AuditLink, PageHead } from '#components/app-shell/page-head.tsx';
import { PersonalFacts, type Reveal } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody, useRecord } from '#components/list/record-body.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState, panelVariants } from '#components/ui/panel.tsx';
import { type Deposit, depositOptions, revealedDepositOptions } from '#lib/payments/queries.ts';
import { disputeHref } from '#lib/statement/rules.ts';
import { PaymentNotices, PaymentValues } from '../detail/payment-facts.tsx';
import { PaymentStatus } from '../list/payment-rows.tsx';
import { ReceiptButton, RefundButton, RefundList } from '../payment-actions.tsx';

/** A Pix received without a charge: amount, key, payer, and its notifications. */
export function DepositPage({ id }: { id: string }) {
  const t = useTranslations('payments.deposit');
  const { account } = useSession();
  const read = useRecord(depositOptions(account.slug, id), revealedDepositOptions(account.slug, id));
  const deposit = read.data;
  return (
    <>
      <PageHead
        title={t('title')}
        back={{ href: `/${account.slug}/statement`, label: t('back') }}
        asOf={deposit?.asOf}
      >
        {deposit && <ReceiptButton payment={deposit.payment} page="deposits" />}
        {deposit && <RefundButton payment={deposit.payment} />}
      </PageHead>
      <Page>
        <RecordBody page read={read} absent={<EmptyState title={t('gone')}>{t('goneHint')}</EmptyState>}>
          {(shown) => <Parts deposit={shown} id={id} reveal={read.reveal} />}
        </RecordBody>
      </Page>
    </>
  );
}

type Props = { deposit: Deposit; id: string; reveal: Reveal };

function Parts({ deposit: { payment, key, from }, id, reveal }: Props) {
  const t = useTranslations('payments.deposit');
  const { account } = useSession();
  const dispute = disputeHref(account, payment.openDispute ?? null);
  const { name, document, institutionName, institutionIspb, accountNumber } = payment.payer;
  return (
    <div className="grid gap-4">
      {from === 'statement' && <Callout title={t('lineOnly')}>{t('lineOnlyDescription')}</Callout>}
      {dispute !== null && (
        <Callout
          tone="danger"
          title={t('dispute')}
          action={<LinkButton href={dispute}>{t('see')}</LinkButton>}
        >
          {payment.openDispute}
        </Callout>
      )}
      <div className="grid items-start gap-4 drawer:grid-cols-2">
        <div className={cn(panelVariants(), 'grid gap-4 p-panel')}>
          <section>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <Money cents={payment.amount} exact={payment.amountExact} direction="in" size="big" />
              <PaymentStatus payment={payment} page="charges" badge />
            </div>
            <Facts
              className="gap-y-2"
              of={[
                { label: t('id'), id: payment.id },
                { label: t('endToEndId'), id: payment.endToEndId },
                { label: t('key'), code: key },
                { label: t('paidAt'), at: payment.paidAt },
                { label: t('createdAt'), at: payment.createdAt },
              ]}
            />
            <AuditLink of="deposit" target={payment.id} />
          </section>
          <PaymentValues payment={payment} />
          <RefundList payment={payment} />
        </div>
        <div className="grid gap-4">
          <div className={cn(panelVariants(), 'p-panel')}>
            <PersonalFacts
              title={t('payer')}
              reveal={reveal}
              className="gap-y-2"
              of={[
                { label: t('name'), value: name },
                { label: t('document'), document },
                { label: t('institution'), value: institutionName ?? institutionIspb },
                { label: t('account'), value: accountNumber },
              ]}
            >
              {name === null && document === null && <p className="text-ink-3">{t('nobody')}</p>}
            </PersonalFacts>
          </div>
          <div className={cn(panelVariants(), 'p-panel')}>
            <PaymentNotices payment={payment} requestedId={id} />
          </div>
        </div>
      </div>
    </div>
  );
}
