import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { PersonalFacts, type Reveal, usePartyLabels } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, ListPage, useListPanel } from '#components/list/list-panel.tsx';
import { RecordBody, useRecord } from '#components/list/record-body.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Party } from '#components/ui/data-table/cell-parts.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Facts, OtherFields } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import {
  depositOptions,
  depositsOptions,
  type PendingDeposit,
  revealedDepositOptions,
} from '#lib/statement/queries.ts';
import { type DepositState, depositState, paymentHref } from '#lib/statement/rules.ts';
import { depositsList } from '#lib/statement/statement.list.ts';
import { SCROLLER } from './statement-table.tsx';
import { type Place, personal } from './use-statement.ts';

const keyOf = ({ amount, paidAt, createdAt }: PendingDeposit, column: string) =>
  column === 'amount' ? amount : (paidAt ?? createdAt);
const nameOf = ({ payer, id }: PendingDeposit) => payer.name ?? id;
const amountOf = ({ amount }: PendingDeposit) => ({ cents: amount, direction: 'still' as const });

/** Deposits that arrived but are not credited yet, and how they ended. */
export function DepositsView({ place: { open, show, close } }: { place: Place }) {
  const t = useTranslations('statement');
  const column = useTranslations('statement.deposits');
  const label = useDepositLabels();
  const state = useListFilters({ list: depositsList, labelOf: (_, status) => label(status), personal });
  const account = useSession().account.slug;
  const query = useInfiniteQuery(depositsOptions(account, state.filters));
  const labels = {
    label: t('deposits.label'),
    loading: t('deposits.loading'),
    column: (name: string) => column(name as 'arrived'),
  };
  const panel = useListPanel({ list: depositsList, state, query, file: t('deposits.file'), labels });
  useRowOpens(close);
  return (
    <ListPage
      title={t('title')}
      query={query}
      actions={panel.tools}
      drawer={open !== null && <DepositDrawer key={open} id={open} onClose={close} />}
    >
      <p className="px-gutter pt-2 text-ink-2">{t('deposits.what')}</p>
      <ListBar panel={panel} />
      <div className={SCROLLER}>
        <ListBody
          columns={depositsList.columns}
          cell={DepositCell}
          labels={labels}
          panel={panel}
          query={query}
          keyOf={keyOf}
          nameOf={nameOf}
          amountOf={amountOf}
          sums
          opening={{ open, onOpen: show }}
          empty={{
            read: (change) => depositsOptions(account, { ...state.filters, ...change }),
            none: { title: t('deposits.none'), hint: t('deposits.noneHint') },
          }}
        />
      </div>
    </ListPage>
  );
}

function DepositCell({ row, column }: { row: PendingDeposit; column: string }) {
  const t = useTranslations('statement.deposits');
  const { createdAt, paidAt, payer, amount } = row;
  switch (column) {
    case 'arrived':
      return <Instant at={paidAt ?? createdAt} variant="minute" />;
    case 'status':
      return <DepositStatus deposit={row} />;
    case 'payer':
      return <Party name={payer.name ?? t('nobody')} document={payer.document} />;
    case 'bank':
      return payer.institutionName ?? payer.institutionIspb ?? '–';
    default:
      return <Money cents={amount} direction={depositState(row) === 'credited' ? 'in' : 'still'} />;
  }
}

const KINDS: Record<DepositState, StatusKind> = {
  waiting: 'idle',
  approved: 'flow',
  credited: 'ok',
  rejected: 'cancelled',
  expired: 'expired',
  other: 'unknown',
};

/** Translates a deposit's status; an unknown one is shown as received. */
function useDepositLabels(): (status: string | null) => string {
  const t = useTranslations('statement.deposits');
  return (status) => {
    const state = depositState({ status });
    return state === 'other' ? (status ?? t('state.other')) : t(`state.${state}`);
  };
}

export function DepositStatus({ deposit, badge = false }: { deposit: PendingDeposit; badge?: boolean }) {
  const label = useDepositLabels()(deposit.status);
  return (
    <Status kind={KINDS[depositState(deposit)]} badge={badge}>
      {label}
    </Status>
  );
}

/** One deposit; refreshed while it is pending. */
function DepositDrawer({ id, onClose }: { id: string; onClose: () => void }) {
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
      <RecordBody read={read} absent={<EmptyState title={t('gone')}>{t('goneHint')}</EmptyState>}>
        {(shown) => <Body deposit={shown.deposit} reveal={read.reveal} />}
      </RecordBody>
    </Drawer>
  );
}

const TIMES = ['paidAt', 'createdAt', 'approvedAt', 'rejectedAt', 'updatedAt'] as const;

function Body({ deposit, reveal }: { deposit: PendingDeposit; reveal: Reveal }) {
  const t = useTranslations('statement.deposits');
  const partyLabel = usePartyLabels();
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
        <p className="mt-1 text-ink-2">{t(`hint.${state}`)}</p>
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
          { label: t('payer'), value: partyLabel(deposit.payer) },
          { label: t('receiver'), value: partyLabel(deposit.receiver) },
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
