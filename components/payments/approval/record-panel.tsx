'use client';

import { useTranslations } from 'next-intl';
import { hasWays, OperationBody, OperationFoot } from '#components/operations/operation-drawer.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { OperationDetail } from '#lib/operations/queries.ts';

/** An operation that waits for no second person: how it stands, what was asked, each time it was sent. */
export function RecordPanel({ detail }: { detail: OperationDetail }) {
  const t = useTranslations('operations.drawer');
  const { operation } = detail;
  return (
    <Panel title={t('id')} footer={hasWays(operation) && <OperationFoot operation={operation} />}>
      <div className="grid gap-4">
        <OperationBody detail={detail} />
      </div>
    </Panel>
  );
}
