'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { type Reveal, useReveal } from '#components/app-shell/reveal.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { CallError } from '#lib/api/client.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import {
  defensesOptions,
  disputeOptions,
  draftOptions,
  revealedDisputeOptions,
} from '#lib/disputes/queries.ts';
import { ChecksPanel } from '../editor/checks-panel.tsx';
import { DefenseDraftProvider } from '../editor/defense-draft.tsx';
import { DefenseEditor } from '../editor/defense-editor.tsx';
import { FilesPanel } from '../editor/files-panel.tsx';
import { SubmitBar } from '../editor/submit-bar.tsx';
import { ServiceStatus } from '../service-status.tsx';
import { AllegedPanel, ExternallyAnswered } from './claim-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { EarlierPanel, PayerPanel } from './payer-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { AbandonedDraft, EditorWaiting, SendingPanel, StoredLetter } from './sending-panel.tsx';
import { TransactionPanel } from './transaction-panel.tsx';
import { WorkHead } from './work-head.tsx';
import { WORK_GRID, WORK_VIEW, WorkWaiting } from './work-skeleton.tsx';

/** One dispute, from its deadline to the proof that the answer arrived. */
export function WorkView({ id }: { id: string }) {
  const account = useSession().account.slug;
  const query = useQuery(disputeOptions(account, id));
  const { reveal, clear } = useReveal(revealedDisputeOptions(account, id));
  const { data, error } = query;
  const detail = data === undefined ? undefined : { ...data, ...personal(clear, data) };
  const retry = () => void query.refetch();
  return (
    <div className={WORK_VIEW}>
      <WorkHead id={id} detail={detail} />
      {detail === undefined ? (
        <Page layout="stack">
          <Absent error={error} retry={retry} />
        </Page>
      ) : (
        <Work detail={detail} reveal={reveal}>
          {error !== null && <ReadError error={error} asOf={detail.asOf} onRetry={retry} />}
        </Work>
      )}
    </div>
  );
}

/** Merges revealed data into the masked detail, which is reloaded every half minute. */
function personal(clear: DisputeDetail | undefined, now: DisputeDetail): Partial<DisputeDetail> {
  if (clear === undefined) return {};
  const { payerName, payerDocument, reason } = clear.dispute;
  return { dispute: { ...now.dispute, payerName, payerDocument, reason }, raw: clear.raw };
}

function Absent({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('disputes.work');
  if (error instanceof CallError && error.problem.code === 'not_found')
    return (
      <EmptyState framed title={t('notFound')}>
        {t('notFoundHint')}
      </EmptyState>
    );
  if (error !== null) return <ReadError error={error} onRetry={retry} />;
  return <WorkWaiting />;
}

type WorkProps = { detail: DisputeDetail; reveal: Reveal; children: ReactNode };

/** Chooses the middle of the page: answered at the provider, the defense editor, or the outcome. */
function Work(props: WorkProps) {
  const { detail } = props;
  const { account } = useSession();
  const may = useCan('dispute');
  const { dispute } = detail;
  const defends = account.capabilities.includes('defenses');
  const writes = may && defends && dispute.state === 'open' && dispute.sending === null;
  const draft = useQuery({ ...draftOptions(account.slug, dispute.id), enabled: writes });
  const wrote = useRef(false);
  wrote.current ||= writes;
  if (!defends) return <Frame {...props} middle={<ExternallyAnswered detail={detail} />} />;
  const earlier = <EarlierPanel detail={detail} />;
  if (writes && draft.data !== undefined)
    return (
      <DefenseDraftProvider account={account.slug} detail={detail} first={draft.data}>
        {(files) => (
          <>
            <Frame
              {...props}
              middle={
                <>
                  <DefenseEditor />
                  {earlier}
                </>
              }
              right={
                <>
                  <ChecksPanel />
                  <FilesPanel files={files} />
                </>
              }
            />
            <SubmitBar />
          </>
        )}
      </DefenseDraftProvider>
    );
  const middle = (
    <>
      {writes && draft.error !== null && (
        <ReadError error={draft.error} onRetry={() => void draft.refetch()} />
      )}
      {writes && draft.error === null && <EditorWaiting />}
      {!writes && <Ended detail={detail} fresh={wrote.current} />}
      {earlier}
    </>
  );
  return <Frame {...props} middle={middle} />;
}

type FrameProps = WorkProps & { middle: ReactNode; right?: ReactNode };

/**
 * Warns that the provider's status does not show whether the dispute was answered. Hidden once its list of
 * defenses could be read and is empty.
 */
export function UncertainDataNotice({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.work');
  const { account } = useSession();
  const reads = dispute.mayBeWithBank && account.capabilities.includes('defenses');
  const { data } = useQuery({ ...defensesOptions(account.slug, dispute.id), enabled: reads });
  if (!dispute.mayBeWithBank || (data?.available === true && data.items.length === 0)) return null;
  return (
    <Callout tone="warn" title={t('mayBeWithBank')}>
      {t.rich('mayBeWithBankHint', { status: () => <ServiceStatus status={dispute.status} /> })}
    </Callout>
  );
}

/**
 * The page's layout: clock on top, known data left, tools right; in one column the allegation comes first.
 */
function Frame({ detail, reveal, children, middle, right }: FrameProps) {
  const reads = useSession().account.capabilities.includes('transactions');
  return (
    <Page layout="stack">
      {children}
      <UncertainDataNotice dispute={detail.dispute} />
      <ClockPanel detail={detail} />
      <div className={WORK_GRID}>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:contents print:hidden">
          <div className="max-drawer:-order-3">
            <AllegedPanel detail={detail} />
          </div>
          {reads ? (
            <>
              <TransactionPanel detail={detail} reveal={reveal} />
              <PayerPanel detail={detail} />
            </>
          ) : (
            <PaymentPanel detail={detail} />
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:-order-2">{middle}</div>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:-order-1 print:hidden">
          {right}
          <NotesPanel detail={detail} />
        </div>
      </div>
    </Page>
  );
}

/**
 * Shown when nothing can be written: the defense is being sent, answered, closed, or the operator may not
 * answer.
 */
function Ended({ detail, fresh }: { detail: DisputeDetail; fresh: boolean }) {
  const t = useTranslations('disputes');
  const { dispute } = detail;
  const { id, sending, state } = dispute;
  if (sending !== null)
    return <SendingPanel id={id} operationId={sending.operationId} state={sending.state} />;
  if (state === 'open')
    return (
      <>
        <Callout icon="info">{t('work.readOnly')}</Callout>
        <StoredLetter id={id} />
      </>
    );
  const never = state === 'closed' && dispute.answeredAt === null;
  return (
    <>
      {never ? (
        <Callout tone="idle" title={t('closedElsewhere.closed')} role="status">
          {fresh && t('closedElsewhere.closedHint')}
        </Callout>
      ) : (
        <ReceiptPanel detail={detail} fresh={fresh} />
      )}
      {(never || dispute.answeredBy === null) && <AbandonedDraft id={id} />}
    </>
  );
}

/** Removes Guichê's own prefix from an id; the provider knows the rest. */
const ownId = (id: string) => id.replace(/^(?:payment|deposit):/, '');

/** The disputed payment for accounts without a transaction list: its ids, and links to it. */
function PaymentPanel({ detail: { dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.payment');
  const { slug, capabilities } = useSession().account;
  const { transactionId, endToEndId } = dispute;
  const charge = transactionId?.startsWith('payment:') && capabilities.includes('charges-list');
  const line = endToEndId !== null && capabilities.includes('statement');
  if (transactionId === null && endToEndId === null)
    return (
      <Panel title={t('title')}>
        <p className="text-ink-3">{t('none')}</p>
      </Panel>
    );
  return (
    <Panel title={t('title')}>
      <Facts
        of={[
          { label: t(charge ? 'charge' : 'id'), id: transactionId && ownId(transactionId) },
          { label: t('e2e'), id: endToEndId },
        ]}
      />
      <p className="mt-2 flex flex-wrap gap-x-4">
        {charge && (
          <Link href={`/${slug}/charges?open=${encodeURIComponent(transactionId ?? '')}`}>
            {t('toCharge')}
          </Link>
        )}
        {line && (
          <Link href={`/${slug}/statement?endToEndId=${encodeURIComponent(endToEndId)}`}>{t('toLines')}</Link>
        )}
      </p>
    </Panel>
  );
}
