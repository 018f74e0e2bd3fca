'use client';

import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/audit-link.tsx';
import { PersonalFacts, type Reveal, usePartyWords } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody, useRecord } from '#components/list/record-body.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { OtherFields } from '#components/ui/provider-answer.tsx';
import { depositOptions, type PendingDeposit, revealedDepositOptions } from '#lib/statement/queries.ts';
import { depositState, paymentHref } from '#lib/statement/rules.ts';
import { DepositStatus } from './deposit-labels.tsx';

/** One deposit, followed while it waits. */
export function DepositDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('statement.deposits');
  const { account } = useSession();
  const read = useRecord(depositOptions(account.slug, id), revealedDepositOptions(account.slug, id));
  const deposit = read.data?.deposit;
  const href = paymentHref(account, deposit?.transactionId ?? null);
  return (
    <Drawer
      label={t('detail', { name: deposit?.payer.name ?? id })}
      title={t('title')}
      onClose={onClose}
      focusOnOpen
      footer={href === null ? undefined : <LinkButton href={href}>{t('openTransaction')}</LinkButton>}
    >
      <RecordBody read={read} absent={<EmptyState title={t('gone')}>{t('goneTodo')}</EmptyState>}>
        {(shown) => <Body deposit={shown.deposit} reveal={read.reveal} />}
      </RecordBody>
    </Drawer>
  );
}

const TIMES = ['paidAt', 'createdAt', 'approvedAt', 'rejectedAt', 'updatedAt'] as const;

function Body({ deposit, reveal }: { deposit: PendingDeposit; reveal: Reveal }) {
  const t = useTranslations('statement.deposits');
  const words = usePartyWords();
  const { rejectionReason, description } = deposit;
  const state = depositState(deposit);
  return (
    <>
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <span className="flex-1">
            <Money cents={deposit.amount} direction={state === 'credited' ? 'in' : 'still'} size="big" />
          </span>
          <DepositStatus deposit={deposit} badge />
        </div>
        <p>{t(`means.${state}`)}</p>
        <p className="mt-1 text-ink-2">{t(`todo.${state}`)}</p>
        {rejectionReason !== null && (
          <p className="mt-1">
            {t('reason')} <q>{rejectionReason}</q>
          </p>
        )}
        {description !== null && (
          <p className="mt-1">
            {t('wrote')} <q>{description}</q>
          </p>
        )}
        <AuditLink of="pending-deposit" target={deposit.id} />
      </section>
      <section>
        <h3 className="sr-only">{t('facts')}</h3>
        <Facts
          of={[
            { label: t('id'), id: deposit.id },
            { label: t('endToEndId'), id: deposit.endToEndId },
            { label: t('transaction'), id: deposit.transactionId },
            ...TIMES.map((name) => ({ label: t(name), at: deposit[name] })),
          ]}
        />
      </section>
      <PersonalFacts
        title={t('parties')}
        reveal={reveal}
        of={[
          { label: t('payer'), value: words(deposit.payer) },
          { label: t('receiver'), value: words(deposit.receiver) },
          {
            label: t('pixKey'),
            value: deposit.pixKey && <span className="break-all">{deposit.pixKey}</span>,
          },
        ]}
      />
      <OtherFields of={deposit.other} />
    </>
  );
}
