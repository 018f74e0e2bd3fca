'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { type Reveal, useReveal } from '#components/app-shell/reveal.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Page } from '#components/ui/page.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { CallError } from '#lib/api/client.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import {
  defensesOptions,
  disputeOptions,
  draftOptions,
  revealedDisputeOptions,
} from '#lib/disputes/queries.ts';
import { DefenseDraftProvider } from '../editor/defense-draft.tsx';
import { DefenseEditor } from '../editor/defense-editor.tsx';
import { ChecksPanel, FilesPanel } from '../editor/draft-panels.tsx';
import { SubmitBar } from '../editor/submit-bar.tsx';
import { ServiceStatus } from '../labels.tsx';
import { AllegedPanel, ExternallyAnswered, PaymentPanel, TransactionPanel } from './claim-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { EarlierPanel, NotesPanel, PayerPanel } from './history-panels.tsx';
import {
  AbandonedDraft,
  EditorSkeleton,
  ReceiptPanel,
  SendingPanel,
  StoredLetter,
} from './outcome-panels.tsx';
import { WorkHead } from './work-head.tsx';
import { WORK_GRID, WORK_VIEW, WorkPlaceholder } from './work-skeleton.tsx';

/** One dispute, from its deadline to the proof that the answer arrived. */
export function WorkView({ id }: { id: string }) {
  const t = useTranslations('disputes.work');
  const account = useSession().account.slug;
  const query = useQuery(disputeOptions(account, id));
  const { reveal, clear } = useReveal(revealedDisputeOptions(account, id));
  const { data, error } = query;
  const detail = data === undefined ? undefined : { ...data, ...personal(clear, data) };
  return (
    <div className={WORK_VIEW}>
      <WorkHead id={id} detail={detail} />
      {detail === undefined ? (
        <Page layout="stack">
          {error instanceof CallError && error.problem.code === 'not_found' ? (
            <EmptyState framed title={t('notFound')}>
              {t('notFoundHint')}
            </EmptyState>
          ) : (
            <QueryBody query={query} skeleton={<WorkPlaceholder />} />
          )}
        </Page>
      ) : (
        <Work detail={detail} reveal={reveal}>
          <QueryBody query={query} asOf={detail.asOf} />
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

type WorkProps = { detail: DisputeDetail; reveal: Reveal; children: ReactNode };

/** Chooses the middle of the page: answered at the provider, the defense editor, or the outcome. */
function Work({ detail, reveal, children }: WorkProps) {
  const { slug, capabilities } = useSession().account;
  const may = useCan('dispute');
  const { dispute } = detail;
  const defends = capabilities.includes('defenses');
  const writes = may && defends && dispute.state === 'open' && dispute.sending === null;
  const draft = useQuery({ ...draftOptions(slug, dispute.id), enabled: writes });
  const wrote = useRef(false);
  wrote.current ||= writes;
  // In one column the allegation comes first.
  const page = (middle: ReactNode, right?: ReactNode) => (
    <Page layout="stack">
      {children}
      <UncertainDataNotice dispute={dispute} />
      <ClockPanel detail={detail} />
      <div className={WORK_GRID}>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:contents print:hidden">
          <div className="max-drawer:-order-3">
            <AllegedPanel detail={detail} />
          </div>
          {capabilities.includes('transactions') ? (
            <>
              <TransactionPanel detail={detail} reveal={reveal} />
              <PayerPanel detail={detail} />
            </>
          ) : (
            <PaymentPanel detail={detail} />
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:-order-2">
          {middle}
          {defends && <EarlierPanel detail={detail} />}
        </div>
        <div className="grid grid-cols-1 content-start gap-4 max-drawer:-order-1 print:hidden">
          {right}
          <NotesPanel detail={detail} />
        </div>
      </div>
    </Page>
  );
  if (!defends) return page(<ExternallyAnswered detail={detail} />);
  if (!writes) return page(<Ended detail={detail} fresh={wrote.current} />);
  if (draft.data === undefined) return page(<QueryBody query={draft} skeleton={<EditorSkeleton />} />);
  return (
    <DefenseDraftProvider account={slug} detail={detail} first={draft.data}>
      {(files) => (
        <>
          {page(
            <DefenseEditor />,
            <>
              <ChecksPanel />
              <FilesPanel files={files} />
            </>,
          )}
          <SubmitBar />
        </>
      )}
    </DefenseDraftProvider>
  );
}

/** The status leaves open whether it was answered. Hidden once the provider's list of defenses is empty. */
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

/** For a dispute that cannot be answered here: being sent, answered, closed, or without permission. */
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
