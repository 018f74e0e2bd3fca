'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isMissing, RecordBody } from '#components/list/record-body.tsx';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { type Reveal, useReveal } from '#components/shell/use-reveal.ts';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatDocument } from '#lib/pix/documents.ts';
import { depositOptions, type PendingDeposit, revealedDepositOptions } from '#lib/statement/queries.ts';
import { depositState, paymentHref } from '#lib/statement/rules.ts';
import { OtherFields } from '../other-fields.tsx';
import { DepositStatus } from './deposit-labels.tsx';

/** One deposit, followed while it waits. */
export function DepositDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('statement.deposits');
  const { account } = useSession();
  const masked = useQuery(depositOptions(account.slug, id));
  const { reveal, clear } = useReveal(revealedDepositOptions(account.slug, id));
  const deposit = (clear ?? masked.data)?.deposit;
  const gone = isMissing(masked.error);
  const href = paymentHref(account, deposit?.transactionId ?? null);
  return (
    <Drawer
      label={t('detail', { name: deposit?.payer.name ?? id })}
      title={t('title')}
      onClose={onClose}
      focusOnOpen
      footer={href === null ? undefined : <LinkButton href={href}>{t('openTransaction')}</LinkButton>}
    >
      <RecordBody
        read={masked}
        asOf={masked.data?.asOf}
        known={deposit !== undefined}
        absent={gone && <EmptyState title={t('gone')}>{t('goneTodo')}</EmptyState>}
      >
        {deposit && <Body deposit={deposit} reveal={reveal} />}
      </RecordBody>
    </Drawer>
  );
}

function Body({ deposit, reveal }: { deposit: PendingDeposit; reveal: Reveal }) {
  const t = useTranslations('statement.deposits');
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
      <Facts deposit={deposit} />
      <Parties deposit={deposit} reveal={reveal} />
      <OtherFields other={deposit.other} />
    </>
  );
}

function Facts({ deposit }: { deposit: PendingDeposit }) {
  const t = useTranslations('statement.deposits');
  const times = ['paidAt', 'createdAt', 'approvedAt', 'rejectedAt', 'updatedAt'] as const;
  return (
    <section>
      <h3 className="sr-only">{t('facts')}</h3>
      <dl className="facts">
        <Fact wraps name={t('id')}>
          <CopyId value={deposit.id} />
        </Fact>
        {deposit.endToEndId !== null && (
          <Fact wraps name={t('endToEndId')}>
            <CopyId value={deposit.endToEndId} />
          </Fact>
        )}
        {deposit.transactionId !== null && (
          <Fact wraps name={t('transaction')}>
            <CopyId value={deposit.transactionId} />
          </Fact>
        )}
        {times.map(
          (name) =>
            deposit[name] !== null && (
              <Fact key={name} wraps name={t(name)}>
                <Instant at={deposit[name]} variant="long" />
              </Fact>
            ),
        )}
      </dl>
    </section>
  );
}

function Parties({ deposit, reveal }: { deposit: PendingDeposit; reveal: Reveal }) {
  const t = useTranslations('statement.deposits');
  return (
    <section>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="flex-1">{t('parties')}</h3>
        <RevealButton reveal={reveal} />
      </div>
      <dl className="facts">
        <PartyFact label={t('payer')} party={deposit.payer} />
        <PartyFact label={t('receiver')} party={deposit.receiver} />
        {deposit.pixKey !== null && (
          <Fact wraps name={t('pixKey')}>
            <span className="break-all">{deposit.pixKey}</span>
          </Fact>
        )}
      </dl>
      <Revealed reveal={reveal} />
    </section>
  );
}

function PartyFact({ label, party }: { label: string; party: PendingDeposit['payer'] }) {
  const t = useTranslations('statement.deposits');
  const { name, document, institutionName, institutionIspb, accountNumber } = party;
  const where = [
    institutionName ?? institutionIspb,
    accountNumber && t('account', { number: accountNumber }),
  ];
  const place = where.filter((part) => part !== null).join(' · ');
  if (name === null && document === null && place === '') return null;
  return (
    <Fact wraps name={label}>
      {name}{' '}
      {document !== null && <span className="whitespace-nowrap text-ink-3">{formatDocument(document)}</span>}
      {place !== '' && <span className="block text-ink-3">{place}</span>}
    </Fact>
  );
}
