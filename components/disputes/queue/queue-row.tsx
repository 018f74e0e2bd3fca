'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { call } from '#lib/api/client.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { disputeKeys, type QueueFilter } from '#lib/disputes/queries.ts';
import { endingOf } from '#lib/disputes/rules.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { Due, Lane } from '../due.tsx';
import { ServiceStatus } from '../service-status.tsx';
import { useResultWords } from '../use-result-words.ts';
import { disputeName, useReasonWords, useTimeWords } from '../use-words.ts';
import styles from './queue.module.css';

type Props = { dispute: Dispute; state: QueueFilter['state']; now: number };

/** One dispute; the whole row opens it. On a phone: deadline and amount, dispute and owner, payer. */
export function QueueRow({ dispute, state, now }: Props) {
  const { account } = useSession();
  const t = useTranslations('disputes.table');
  const reason = useReasonWords();
  return (
    <tr>
      <td className={styles.dueCell}>
        {state === 'open' ? (
          <Due dispute={dispute} now={now} />
        ) : (
          <Instant at={dispute.answeredAt ?? dispute.openedAt} look="minute" />
        )}
      </td>
      {state === 'open' && (
        <td className={styles.laneCell}>
          <Lane deadline={dispute.deadline} now={now} />
        </td>
      )}
      <td className={styles.disputeCell}>
        <Link
          className={styles.link}
          data-dispute={dispute.id}
          href={`/${account.slug}/disputes/${encodeURIComponent(dispute.id)}`}
          title={dispute.id}
        >
          {disputeName(dispute)}
        </Link>
        <small title={dispute.reason ?? undefined}>{reason(dispute)}</small>
        {dispute.mayBeWithBank && (
          <small className="text-warn-ink" title={t('mayBeWithBankTodo')}>
            <ServiceStatus status={dispute.status} /> · {t('mayBeWithBank')}
          </small>
        )}
      </td>
      <PayerCell dispute={dispute} />
      <td className={styles.ownerCell}>
        <OwnerCell dispute={dispute} may={state === 'open'} />
      </td>
      {state === 'open' && account.capabilities.includes('defenses') ? (
        <DraftCell dispute={dispute} now={now} />
      ) : (
        <ResultCell dispute={dispute} />
      )}
      <td className={`num ${styles.amountCell}`}>
        <Money cents={dispute.amount} />
      </td>
    </tr>
  );
}

function PayerCell({
  dispute: { payerName, payerDocument, endToEndId, transactionId },
}: {
  dispute: Dispute;
}) {
  const t = useTranslations('disputes.table');
  const id = endToEndId ?? transactionId;
  return (
    <td className={styles.payerCell}>
      <span className={styles.name}>{payerName ?? <span className="text-ink-3">{t('noPayer')}</span>}</span>
      <small>
        {payerDocument !== null && `${formatDocument(payerDocument)} · `}
        {id !== null && (
          <span className="mono" title={id}>
            {shortId(id)}
          </span>
        )}
      </small>
    </td>
  );
}

function DraftCell({ dispute: { draft, sending }, now }: { dispute: Dispute; now: number }) {
  const t = useTranslations('disputes.table');
  const words = useTimeWords();
  if (sending !== null)
    return (
      <td className={styles.draftCell}>
        <Status kind="unknown">{t(sending.state === 'unknown' ? 'unknown' : 'sending')}</Status>
      </td>
    );
  if (draft === null)
    return (
      <td className={styles.draftCell} data-empty="">
        <span className="text-ink-3">{t('noDraft')}</span>
      </td>
    );
  const when = words.when(draft.updatedAt, now);
  return (
    <td className={styles.draftCell}>
      <Badge local>v{draft.version}</Badge>{' '}
      <span className="text-xs text-ink-3">
        {t('draftNote', { when })}
        {draft.attachments > 0 && ` · ${t('draftFiles', { count: draft.attachments })}`}
      </span>
    </td>
  );
}

const RESULT_KIND = { kept: 'ok', returned: 'returned', withdrawn: 'cancelled', other: 'unknown' } as const;

function ResultCell({ dispute }: { dispute: Dispute }) {
  const words = useResultWords();
  const kind = dispute.state === 'closed' ? RESULT_KIND[endingOf(dispute)] : 'flow';
  if (dispute.state === 'open')
    return (
      <td className={styles.draftCell}>
        <ServiceStatus status={dispute.status} />
      </td>
    );
  return (
    <td className={styles.draftCell}>
      <Status kind={kind} calm>
        {words(dispute)}
      </Status>
      <small>
        <ServiceStatus status={dispute.status} />
      </small>
    </td>
  );
}

/** Who has it; what nobody has can be taken with one press. */
function OwnerCell({ dispute, may }: { dispute: Dispute; may: boolean }) {
  const t = useTranslations('disputes');
  const { session, account } = useSession();
  const allowed = useCan('dispute') && may;
  const toast = useToast();
  const client = useQueryClient();
  const name = disputeName(dispute);
  const take = useMutation({
    mutationFn: () =>
      call('PUT /disputes/{id}/assignee', {
        account: account.slug,
        params: { id: dispute.id },
        body: { operatorId: session.operator.id },
      }),
    onSuccess: () => toast(t('table.taken', { name })),
    onSettled: () => client.invalidateQueries({ queryKey: disputeKeys.all(account.slug) }),
  });
  const { assignee } = dispute;
  if (assignee !== null) return assignee.id === session.operator.id ? t('you') : assignee.name;
  if (!allowed) return <span className="text-ink-3">–</span>;
  return (
    <Button
      size="sm"
      className={styles.above}
      aria-label={t('table.takeLabel', { name })}
      disabled={take.isPending}
      onClick={() => take.mutate()}
    >
      {t('table.take')}
    </Button>
  );
}
