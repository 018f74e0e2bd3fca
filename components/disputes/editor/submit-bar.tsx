'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Status } from '#components/ui/status.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { letterOf } from '#lib/disputes/letter.ts';
import { healthQuery } from '#lib/overview/queries.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { isRefused } from './draft-saver.ts';
import { obstacleOf, PreviewDialog, SendDialog, useObstacleLabels, useSend } from './send-dialog.tsx';

/** Shows whether the draft is saved and what is weak, with the preview and send buttons. */
export function SubmitBar() {
  const t = useTranslations('disputes');
  const draft = useDefenseDraft();
  const [open, setOpen] = useState<'preview' | 'send' | null>(null);
  const sending = useSend();
  const labelOf = useObstacleLabels();
  const obstacle = obstacleOf(draft);
  const health = useQuery(healthQuery(draft.account));
  const readOnly = health.data?.blockedBy === 'PZA206' ? t('bar.readOnly') : null;
  const why = readOnly ?? (obstacle === null ? null : labelOf(obstacle, draft));
  useDraftActions({ preview: () => setOpen('preview'), send: () => why === null && setOpen('send') });
  const close = () => setOpen(null);
  return (
    <section
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line-strong bg-raised px-gutter py-2 max-wide:sticky max-wide:bottom-(--tab-bar) max-wide:z-7 max-wide:gap-y-1 max-wide:py-1.5 max-wide:[&>button]:order-1 max-wide:[&>button]:flex-1 max-wide:[&>button]:px-2"
      aria-label={t('bar.label')}
    >
      <Saved />
      <Weak />
      {why !== null && (
        <span id="send-reason" className="text-right text-[0.75rem] text-warn-ink max-wide:flex-auto">
          {why}
        </span>
      )}
      <Button icon="eye" disabled={draft.conflict !== null} onClick={() => setOpen('preview')}>
        {t('bar.preview')}
      </Button>
      <Button
        variant="main"
        aria-disabled={why !== null || undefined}
        aria-describedby={why === null ? undefined : 'send-reason'}
        onClick={() => why === null && setOpen('send')}
      >
        {t('bar.send')}
      </Button>
      {open === 'preview' && <PreviewDialog onClose={close} />}
      {open === 'send' && <SendDialog sending={sending} onClose={close} />}
    </section>
  );
}

function Saved() {
  const t = useTranslations('disputes.save');
  const locale = useLocale() as Locale;
  const { state, written, facts } = useDefenseDraft();
  if (state.is === 'failed')
    return (
      <span className="flex flex-wrap items-center gap-2 text-xs text-danger-ink" role="alert">
        <Icon name="octagon" tone="danger" />
        <FailureMessage error={state.error} />
        <CopyButton value={letterOf(written.sections, facts)}>{t('copy')}</CopyButton>
      </span>
    );
  const at = state.is === 'saved' ? state.at : null;
  return (
    <Status kind="local" className="text-xs">
      {at !== null && t('saved', { time: formatInstant(locale, at, 'time') })}
      {at === null && t(state.is === 'saved' ? 'never' : state.is)}
    </Status>
  );
}

function FailureMessage({ error }: { error: unknown }) {
  const t = useTranslations('disputes.save');
  const problem = error instanceof CallError ? error.problem : null;
  if (problem?.code === 'forbidden') return t('forbidden');
  if (problem?.status === 0) return t('offline');
  const why = problem?.help?.title ?? problem?.title ?? '?';
  return isRefused(error) ? t('refused', { why }) : t('failed', { why });
}

function Weak() {
  const t = useTranslations('disputes');
  const { checks, count, gaps, fields } = useDefenseDraft();
  const weak = checks.filter(({ state }) => state === 'weak');
  const missing = checks.filter(({ state }) => state === 'open').length;
  const place = weak[0]?.place;
  const placeLabel = place && place.in !== 'hand' ? t(`checks.${place.in}`, { number: place.number }) : '';
  if (gaps === 0 && weak.length === 0 && (missing === 0 || count === 0))
    return <span className="ml-auto max-wide:hidden" />;
  return (
    <Status kind="warn" className="ml-auto text-xs">
      {gaps > 0 && <TextButton onClick={fields.toNextGap}>{t('editor.gaps', { count: gaps })}</TextButton>}
      {gaps === 0 && weak.length > 0 && t('bar.weak', { count: weak.length, place: placeLabel })}
      {gaps === 0 && weak.length === 0 && t('bar.missing', { count: missing })}
    </Status>
  );
}

/** Adds the draft's actions to the palette; Ctrl+S saves the draft instead of the page. */
function useDraftActions(options: { preview: () => void; send: () => void }): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const { account, detail, save } = useDefenseDraft();
  const latest = useRef(options);
  latest.current = options;
  const { transactionId } = detail.dispute;
  const actions = useMemo(() => {
    const offered: PaletteAction[] = [
      { id: 'defense-send', label: t('send'), icon: 'send', run: () => latest.current.send() },
      { id: 'defense-preview', label: t('preview'), icon: 'eye', run: () => latest.current.preview() },
    ];
    if (transactionId !== null) {
      const run = () => router.push(`/${account}/transactions/${encodeURIComponent(transactionId)}`);
      offered.push({ id: 'defense-transaction', label: t('transaction'), icon: 'transactions', run });
    }
    return offered;
  }, [t, account, transactionId, router]);
  usePaletteActions('defense', actions);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [save]);
}
