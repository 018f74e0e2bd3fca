'use client';

import { useTranslations } from 'next-intl';
import { RecordBody } from '#components/list/record-body.tsx';
import { hasWays, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { useFollowed } from '#components/operations/use-followed.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Operation, OperationDetail } from '#lib/operations/queries.ts';
import { ApprovalParts } from './approval-parts.tsx';
import { Neighbours } from './neighbours.tsx';

/** One operation on its own page: while it waits for a second person, all that it is decided by. */
export function OperationPage({ id }: { id: string }) {
  const t = useTranslations('operations');
  const { slug } = useSession().account;
  const read = useFollowed(id);
  const { operation } = read;
  const mayDecide = useCan('approve');
  return (
    <>
      <PageHead
        title={<Title operation={operation} />}
        back={
          operation?.may.approve
            ? { href: '/inbox', label: t('approval.backToInbox') }
            : { href: `/${slug}/operations`, label: t('drawer.back') }
        }
        note={
          operation?.may.approve && (
            <Badge local icon="operator">
              {t('approval.waitsYou')}
            </Badge>
          )
        }
      >
        {mayDecide && <Neighbours id={id} />}
      </PageHead>
      <div className="page">
        <RecordBody
          page
          read={read}
          absent={<EmptyState title={t('drawer.notFound')}>{t('drawer.notFoundWords')}</EmptyState>}
        >
          {(detail) => <Parts detail={detail} />}
        </RecordBody>
      </div>
    </>
  );
}

function Parts({ detail }: { detail: OperationDetail }) {
  const t = useTranslations('operations.drawer');
  const { operation } = detail;
  if (operation.state === 'awaiting_approval') return <ApprovalParts operation={operation} />;
  return (
    <Panel title={t('id')} footer={hasWays(operation) && <OperationFoot operation={operation} />}>
      <div className="grid gap-4">
        <OperationBody detail={detail} />
      </div>
    </Panel>
  );
}

function Title({ operation }: { operation: Operation | undefined }) {
  const t = useTranslations('operations');
  const kindWords = useKindLabels();
  if (operation === undefined) return t('drawer.id');
  const { kind, amount, may } = operation;
  if (amount === null) return kindWords(kind);
  const said = { kind: kindWords(kind), amount: formatBrl(amount) };
  return may.approve ? t('approval.approveTitle', said) : t('approval.pageTitle', said);
}
