'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { gapsIn } from '#lib/disputes/checklist.ts';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { disputeName } from '#lib/disputes/rules.ts';
import { formatBrl } from '#lib/money.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { FileList } from './file-list.tsx';
import { Obstacles } from './preview-dialog.tsx';
import { usePreview } from './use-preview.ts';
import type { SendEnd, useSend } from './use-send.ts';

type Props = {
  /** Outlives the dialog: closing and opening it again is the same intent. */
  sending: ReturnType<typeof useSend>;
  onClose: () => void;
};

/** Names what is sent, to whom, and that it is the only answer; its button repeats the title. */
export function SendDialog({ sending, onClose }: Props) {
  const t = useTranslations('disputes.send');
  const { preview, error, readAgain } = usePreview();
  const [end, setEnd] = useState<SendEnd | null>(null);
  const title = useSendTitle();
  const [asIs, setAsIs] = useState(false);
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
      {gaps > 0 && <Gaps count={gaps} asIs={asIs} onAsIs={setAsIs} />}
      {preview !== null && <What preview={preview} />}
    </OperationForm>
  );
}

function useSendTitle(): string {
  const t = useTranslations('disputes.send');
  const { dispute } = useDefenseDraft().detail;
  const name = disputeName(dispute);
  return dispute.amount === null
    ? t('titleNoAmount', { name })
    : t('title', { name, amount: formatBrl(dispute.amount) });
}

/** Why it is still open: nobody knows, the text is another, or it was refused. */
function Ended({ end, error }: { end: SendEnd | null; error: unknown }) {
  const t = useTranslations('disputes.send');
  if (end === 'lost')
    return (
      <Callout tone="warn" icon="unknown" title={t('lost')} role="alert">
        {t('lostTodo')}
      </Callout>
    );
  if (end === 'moved') return <Callout tone="warn" title={t('moved')} role="alert" />;
  if (end === 'refused') return <ErrorCard error={error} />;
  return null;
}

type GapsProps = { count: number; asIs: boolean; onAsIs: (asIs: boolean) => void };

/** The bank would read `[data]`: to be meant, or filled in first. */
function Gaps({ count, asIs, onAsIs }: GapsProps) {
  const t = useTranslations('disputes.send');
  return (
    <div className="grid gap-2">
      <Callout tone="danger" title={t('gaps', { count })} />
      <CheckLine checked={asIs} onChange={(event) => onAsIs(event.target.checked)}>
        {t('gapsAsIs')}
      </CheckLine>
    </div>
  );
}

function What({ preview }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.send');
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
  const weak = checks.filter(({ state }) => state === 'weak');
  const names = useTranslations('disputes.checks.names');
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
          { label: t('deadline'), value: <DeadlineWords deadline={dispute.deadline} /> },
          {
            label: t('weak'),
            value: weak.length > 0 && (
              <span className="text-warn-ink">{weak.map(({ check }) => names(check)).join(', ')}</span>
            ),
          },
        ]}
      />
      <Callout icon="lock">{t('once')}</Callout>
    </>
  );
}

function DeadlineWords({ deadline }: { deadline: string | null }) {
  const due = useTranslations('due');
  const t = useTranslations('disputes');
  const words = useTimeLabels();
  const now = useNow(1000);
  if (deadline === null) return due('left.none');
  const left = Date.parse(deadline) - now;
  const when = words.when(deadline, now, 'time');
  return left > 0
    ? t('send.deadlineLeft', { when, left: words.left(left) })
    : t('send.deadlineOver', { when });
}
