'use client';

import { useTranslations } from 'next-intl';
import { hasWays, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { useFollowed } from '#components/operations/use-followed.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PanelSkeleton } from '#components/ui/panel-skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatBrl } from '#lib/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { ApprovalParts } from './approval-parts.tsx';
import { Neighbours } from './neighbours.tsx';

/** One operation on its own page: while it waits for a second person, all that it is decided by. */
export function OperationPage({ id }: { id: string }) {
  const t = useTranslations('operations');
  const { slug } = useSession().account;
  const { data, error, refetch } = useFollowed(id);
  const gone = error instanceof CallError && [400, 404].includes(error.problem.status);
  const operation = data?.operation;
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
        {gone && <EmptyState title={t('drawer.notFound')}>{t('drawer.notFoundWords')}</EmptyState>}
        {error !== null && !gone && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <PanelSkeleton title={t('drawer.id')} />}
        {data &&
          (data.operation.state === 'awaiting_approval' ? (
            <ApprovalParts operation={data.operation} />
          ) : (
            <Panel
              title={t('drawer.id')}
              footer={hasWays(data.operation) && <OperationFoot operation={data.operation} />}
            >
              <div className="grid gap-4">
                <OperationBody detail={data} />
              </div>
            </Panel>
          ))}
      </div>
    </>
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
