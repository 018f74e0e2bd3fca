'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { useTimeLabels } from '#components/ui/instant.tsx';
import { Skeleton, Skeletons } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { DefensePreview, Draft, LetterSign } from '#lib/disputes/contract.ts';
import { SECTIONS, unknownFacts } from '#lib/disputes/letter.ts';
import { allDisputes, disputeOptions, previewOptions } from '#lib/disputes/queries.ts';
import { disputeName, gapsIn } from '#lib/disputes/rules.ts';
import { type DefenseDraft, useDefenseDraft } from './defense-draft.tsx';
import { FileList } from './draft-panels.tsx';
import { Letter, useFactName } from './letter.tsx';

/** How sending ended on this screen. `lost`: no answer arrived, so the result is unknown. */
type SendEnd = 'sent' | 'known_elsewhere' | 'lost' | 'moved' | 'refused';

/**
 * Sends one stored version. The idempotency key stays the same until the result is known: a double click, a
 * repeat after a lost answer and a press during the request are one sending.
 */
export function useSend() {
  const client = useQueryClient();
  const { account, detail } = useDefenseDraft();
  const { id } = detail.dispute;
  const end = useRef<SendEnd | null>(null);
  // Awaited: the receipt, look-up or refusal is loaded before the dialog closes.
  const readAgain = () => client.invalidateQueries({ queryKey: allDisputes(account) });
  // Shows the sending at once, even if the provider cannot be read, so that it is clear that it was sent.
  const showSending = (operationId: string, state: string) =>
    client.setQueryData(
      disputeOptions(account, id).queryKey,
      (now) => now && { ...now, dispute: { ...now.dispute, sending: { operationId, state } } },
    );
  const sending = useOperation('POST /disputes/{id}/defenses', {
    params: { id },
    proof: 'none',
    onDone({ operation }) {
      end.current = 'sent';
      showSending(operation.id, operation.state);
      return readAgain();
    },
    onRefused(error) {
      end.current = endOf(error);
      const open = end.current === 'known_elsewhere' && error instanceof CallError && error.problem;
      if (open && open.code === 'conflict' && open.operationId !== undefined)
        showSending(open.operationId, 'sent');
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
  const read = usePreview();
  const { preview } = read;
  const [end, setEnd] = useState<SendEnd | null>(null);
  const [asIs, setAsIs] = useState(false);
  const values = { name: disputeName(dispute), amount: formatBrl(dispute.amount ?? 0) };
  const title = t(dispute.amount === null ? 'titleNoAmount' : 'title', values);
  const gaps = preview === null ? 0 : gapsIn(preview.text).length;
  const ready = preview !== null && preview.obstacles.length === 0 && (gaps === 0 || asIs);
  const confirm = async () => {
    if (preview === null || !ready) return;
    const ended = await sending.send(preview);
    if (ended === null) return;
    setEnd(ended);
    if (ended === 'moved') read.readAgain();
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
      <PreviewBody read={read} skeleton={<Skeleton width="80%" />}>
        {(shown) => (
          <>
            {/* The bank would read gaps such as `[data]`: the operator fills them in or confirms them. */}
            {gaps > 0 && (
              <div className="grid gap-2">
                <Callout tone="danger" title={t('gaps', { count: gaps })} />
                <CheckLine checked={asIs} onChange={(event) => setAsIs(event.target.checked)}>
                  {t('gapsAsIs')}
                </CheckLine>
              </div>
            )}
            <Content preview={shown} />
          </>
        )}
      </PreviewBody>
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
  const bank = infraction.payer.institutionName ?? known;
  const { version, files } = preview;
  const numbers = { count: format.number(preview.characters), limit: format.number(preview.limit), version };
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
          { label: t('to'), value: t(bank === undefined ? 'toService' : 'toBank', { bank: bank ?? '' }) },
          { label: t('text'), value: t('textNote', numbers) },
          { label: t('files'), value: files.length === 0 ? t('filesNone') : <FileList files={files} /> },
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
  return t(remaining > 0 ? 'deadlineLeft' : 'deadlineOver', { when, left: timeLabels.left(remaining) });
}

/** Saves the draft, then reads from the server exactly what it would send. */
function usePreview() {
  const { account, detail, save, state } = useDefenseDraft();
  /** Undefined while the draft is saved; null: it could not be stored. */
  const [saved, setSaved] = useState<Draft | null>();
  useEffect(() => void save().then(setSaved), [save]);
  const query = useQuery({
    ...previewOptions(account, detail.dispute.id, saved?.version ?? 0),
    enabled: saved != null,
  });
  const failure = state.is === 'failed' ? state.error : null;
  return {
    preview: saved == null || query.isFetching ? null : (query.data ?? null),
    error: saved === null ? failure : query.error,
    readAgain: () => void query.refetch(),
  };
}

export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('disputes.preview');
  const format = useFormatter();
  const read = usePreview();
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          {read.preview !== null && <CopyButton value={read.preview.text}>{t('copy')}</CopyButton>}
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        </>
      }
    >
      <PreviewBody read={read} skeleton={<PreviewSkeleton />}>
        {(preview) => (
          <>
            <p>{t('version', { version: preview.version })}</p>
            <Obstacles preview={preview} />
            <h3>
              {t('text', { count: format.number(preview.characters), limit: format.number(preview.limit) })}
            </h3>
            <Letter>{preview.text}</Letter>
            <h3>{t('files', { count: preview.files.length })}</h3>
            <FileList files={preview.files} />
          </>
        )}
      </PreviewBody>
    </Dialog>
  );
}

const PreviewSkeleton = () => (
  <div className="grid gap-2" aria-busy="true">
    <Skeletons widths={['90%', '80%', '85%']} />
  </div>
);

type BodyProps = {
  read: ReturnType<typeof usePreview>;
  skeleton: ReactNode;
  children: (preview: DefensePreview) => ReactNode;
};

/** The preview, its placeholder while the draft is saved and read, or the error. */
function PreviewBody({ read: { preview, error, readAgain }, skeleton, children }: BodyProps) {
  return (
    <>
      {Boolean(error) && <ErrorCard error={error} onRetry={readAgain} />}
      {preview === null ? !error && skeleton : children(preview)}
    </>
  );
}

/** Explains why the defense cannot be sent; a code without a translation is shown as it is. */
export function useObstacleLabels() {
  const t = useTranslations('disputes.bar.cannot');
  const sections = useTranslations('disputes.editor.sections');
  const nameOf = useFactName();
  /** Lists characters by section: `Venda: 👍 日; Contato: 👍`. */
  const placesOf = (signs: readonly LetterSign[]) =>
    SECTIONS.map((name) => ({ name, here: signs.filter(({ section }) => section === name) }))
      .filter(({ here }) => here.length > 0)
      .map(({ name, here }) => `${sections(name)}: ${here.map(({ sign }) => visibleSign(sign)).join(' ')}`)
      .join('; ');
  return (obstacle: string, { written, facts }: DefenseDraft, signs: readonly LetterSign[] = []): string => {
    if (!t.has(obstacle as 'empty')) return t('other', { word: obstacle });
    const list =
      obstacle === 'no_glyph'
        ? placesOf(signs)
        : unknownFacts(written.sections, facts).map(nameOf).join(', ');
    return t(obstacle as 'unknown_fact', { list });
  };
}

/** An invisible character is shown as its code point. */
function visibleSign(sign: string): string {
  if (!/^\p{C}/u.test(sign)) return sign;
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first obstacle this screen can detect; the server checks the stored version again. */
export function obstacleOf(draft: DefenseDraft): string | null {
  const { written, facts, count, conflict, detail, state } = draft;
  if (conflict !== null) return 'conflict';
  if (count === 0) return 'empty';
  if (unknownFacts(written.sections, facts).length > 0) return 'unknown_fact';
  if (count > detail.limits.characters && !written.letterAsPdf) return 'too_long';
  return state.is === 'failed' ? 'unsaved' : null;
}

export function Obstacles({ preview: { obstacles, signs } }: { preview: DefensePreview }) {
  const t = useTranslations('disputes.preview');
  const draft = useDefenseDraft();
  const labelOf = useObstacleLabels();
  if (obstacles.length === 0) return null;
  return (
    <Callout tone="warn" title={t('obstacles')} role="alert">
      {obstacles.map((obstacle) => labelOf(obstacle, draft, signs)).join(' ')}
    </Callout>
  );
}
