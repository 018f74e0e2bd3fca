'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatBrl } from '#lib/core/money.ts';
import { gapsIn } from '#lib/disputes/checklist.ts';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { disputeKeys, disputeOptions } from '#lib/disputes/queries.ts';
import { disputeName } from '#lib/disputes/rules.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { FileList } from './draft-panels.tsx';
import { Obstacles, usePreview } from './preview-dialog.tsx';

/** How sending ended on this screen. `lost`: no answer arrived, so the result is unknown. */
type SendEnd = 'sent' | 'known_elsewhere' | 'lost' | 'moved' | 'refused';

/**
 * Sends one stored version. The idempotency key stays the same until the result is known: a double click, a
 * repeat after a lost answer and a press during the request are one sending.
 */
export function useSend(account: string, id: string) {
  const client = useQueryClient();
  const end = useRef<SendEnd | null>(null);
  // Awaited: the receipt, look-up or refusal is loaded before the dialog closes.
  const readAgain = () => client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  // Shows the sending at once, even if the provider cannot be read, so that nobody doubts it was sent.
  const underWay = (operation: { id: string; state: string }) =>
    client.setQueryData(disputeOptions(account, id).queryKey, (now) => {
      const sending = { operationId: operation.id, state: operation.state };
      return now && { ...now, dispute: { ...now.dispute, sending } };
    });
  const sending = useOperation('POST /disputes/{id}/defenses', {
    params: { id },
    proof: 'none',
    onDone({ operation }) {
      end.current = 'sent';
      underWay(operation);
      return readAgain();
    },
    onRefused(error) {
      end.current = endOf(error);
      const open = end.current === 'known_elsewhere' && error instanceof CallError && error.problem;
      if (open && open.code === 'conflict' && open.operationId !== undefined)
        underWay({ id: open.operationId, state: 'sent' });
      return readAgain();
    },
  });
  /** Null: it is already being sent. */
  const send = async ({ version, digest }: DefensePreview): Promise<SendEnd | null> => {
    if (sending.busy) return null;
    end.current = null;
    await sending.submit({ version, digest });
    return end.current;
  };
  return { ...sending, send };
}

export function endOf(error: unknown): SendEnd {
  if (!(error instanceof CallError)) return 'lost';
  const { status, code, operationId, existing, provider } = error.problem;
  if (provider?.code === 'PZK212' || code === 'already_done') return 'known_elsewhere';
  // Another operator is answering the same dispute right now.
  if (code === 'conflict' && operationId !== undefined && provider === undefined) return 'known_elsewhere';
  if (code === 'conflict') return isWritten(existing) ? 'moved' : 'known_elsewhere';
  if (operationId === undefined && provider === undefined && (status === 0 || status >= 500)) return 'lost';
  return 'refused';
}

/** True for a changed draft or a changed letter; a closed dispute is neither. */
function isWritten(existing: unknown): boolean {
  return typeof existing === 'object' && existing !== null && ('sections' in existing || 'text' in existing);
}

type Props = {
  /** Outlives the dialog: closing and reopening it continues the same intent. */
  sending: ReturnType<typeof useSend>;
  onClose: () => void;
};

/** States what is sent, to whom, and that it is the only answer; the button repeats the title. */
export function SendDialog({ sending, onClose }: Props) {
  const t = useTranslations('disputes.send');
  const { dispute } = useDefenseDraft().detail;
  const { preview, error, readAgain } = usePreview();
  const [end, setEnd] = useState<SendEnd | null>(null);
  const [asIs, setAsIs] = useState(false);
  const name = disputeName(dispute);
  const title =
    dispute.amount === null
      ? t('titleNoAmount', { name })
      : t('title', { name, amount: formatBrl(dispute.amount) });
  const gaps = preview === null ? 0 : gapsIn(preview.text).length;
  const ready = preview !== null && preview.obstacles.length === 0 && (gaps === 0 || asIs);
  const confirm = async () => {
    if (preview === null || !ready || sending.busy) return;
    const ended = await sending.send(preview);
    if (ended === null) return;
    setEnd(ended);
    if (ended === 'moved') readAgain();
    if (ended === 'sent' || ended === 'known_elsewhere') onClose();
  };
  return (
    <OperationForm
      form={sending}
      onSubmit={confirm}
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      confirm={end === 'lost' ? t('again') : title}
      off={!ready}
      note={sending.busy && <span role="status">{t('sending')}</span>}
      wide
      refused={<Ended end={end} error={sending.error} />}
    >
      {Boolean(error) && <ErrorCard error={error} onRetry={readAgain} />}
      {preview === null && !error && <Skeleton width="80%" />}
      {/* The bank would read gaps such as `[data]`: the operator fills them in or confirms them. */}
      {gaps > 0 && (
        <div className="grid gap-2">
          <Callout tone="danger" title={t('gaps', { count: gaps })} />
          <CheckLine checked={asIs} onChange={(event) => setAsIs(event.target.checked)}>
            {t('gapsAsIs')}
          </CheckLine>
        </div>
      )}
      {preview !== null && <Content preview={preview} />}
    </OperationForm>
  );
}

/** Why the dialog is still open: unknown result, changed text, or refusal. */
function Ended({ end, error }: { end: SendEnd | null; error: unknown }) {
  const t = useTranslations('disputes.send');
  if (end === 'lost')
    return (
      <Callout tone="warn" icon="unknown" title={t('lost')} role="alert">
        {t('lostHint')}
      </Callout>
    );
  if (end === 'moved') return <Callout tone="warn" title={t('moved')} role="alert" />;
  return end === 'refused' && <ErrorCard error={error} />;
}

function Content({ preview }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.send');
  const names = useTranslations('disputes.checks.names');
  const format = useFormatter();
  const { detail, checks, facts } = useDefenseDraft();
  const { dispute, infraction } = detail;
  const known = facts.find(({ name }) => name === 'payer_bank')?.text;
  const bank = infraction.payer.institutionName ?? known ?? null;
  const numbers = {
    count: format.number(preview.characters),
    limit: format.number(preview.limit),
    version: preview.version,
  };
  const weak = checks.filter(({ state }) => state === 'weak').map(({ check }) => names(check));
  return (
    <>
      <Obstacles preview={preview} />
      <Facts
        of={[
          {
            label: t('dispute'),
            value: (
              <>
                {dispute.payerName} <span className="mono">{dispute.id}</span>
              </>
            ),
          },
          { label: t('to'), value: bank === null ? t('toService') : t('toBank', { bank }) },
          { label: t('text'), value: t('textNote', numbers) },
          {
            label: t('files'),
            value: preview.files.length === 0 ? t('filesNone') : <FileList files={preview.files} />,
          },
          { label: t('deadline'), value: <DeadlineLabel deadline={dispute.deadline} /> },
          {
            label: t('weak'),
            value: weak.length > 0 && <span className="text-warn-ink">{weak.join(', ')}</span>,
          },
        ]}
      />
      <Callout icon="lock">{t('once')}</Callout>
    </>
  );
}

function DeadlineLabel({ deadline }: { deadline: string | null }) {
  const t = useTranslations('disputes.send');
  const due = useTranslations('due.left');
  const timeLabels = useTimeLabels();
  const now = useNow(1000);
  if (deadline === null) return due('none');
  const remaining = Date.parse(deadline) - now;
  const when = timeLabels.when(deadline, now, 'time');
  return remaining > 0
    ? t('deadlineLeft', { when, left: timeLabels.left(remaining) })
    : t('deadlineOver', { when });
}
