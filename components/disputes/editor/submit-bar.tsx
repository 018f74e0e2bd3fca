'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Status } from '#components/ui/status.tsx';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { letterOf } from '#lib/disputes/letter.ts';
import { healthQuery } from '#lib/overview/queries.ts';
import { gapsIn } from '../checklist.ts';
import { useDesk } from './desk-context.ts';
import { isRefused } from './draft-keeper.ts';
import styles from './editor.module.css';
import { obstacleOf, useObstacleWords } from './obstacle-words.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useDeskActions } from './use-desk-actions.ts';
import { useSend } from './use-send.ts';

/** Saved or not, what is weak, the preview, and the one button that sends. */
export function SubmitBar() {
  const t = useTranslations('disputes');
  const desk = useDesk();
  const [open, setOpen] = useState<'preview' | 'send' | null>(null);
  const sending = useSend(desk.account, desk.detail.dispute.id);
  const wordsOf = useObstacleWords();
  const obstacle = obstacleOf(desk);
  const health = useQuery(healthQuery(desk.account));
  const readOnly = health.data?.blockedBy === 'PZA206' ? t('bar.readOnly') : null;
  const why = readOnly ?? (obstacle === null ? null : wordsOf(obstacle, desk));
  useDeskActions({ preview: () => setOpen('preview'), send: () => why === null && setOpen('send') });
  const close = () => setOpen(null);
  return (
    <section className={styles.submit} aria-label={t('bar.label')}>
      <Saved />
      <Weak />
      <Button icon="eye" disabled={desk.conflict !== null} onClick={() => setOpen('preview')}>
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
      {why !== null && (
        <span id="send-reason" className={styles.reason}>
          {why}
        </span>
      )}
      {open === 'preview' && <PreviewDialog onClose={close} />}
      {open === 'send' && <SendDialog sending={sending} onClose={close} />}
    </section>
  );
}

function Saved() {
  const t = useTranslations('disputes.save');
  const locale = useLocale() as Locale;
  const { state, written, facts } = useDesk();
  if (state.is !== 'failed')
    return (
      <Status kind="local" className="text-xs">
        {state.is === 'saved'
          ? state.at === null
            ? t('never')
            : t('saved', { time: formatInstant(locale, state.at, 'time') })
          : t(state.is)}
      </Status>
    );
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-danger-ink" role="alert">
      <Icon name="octagon" tone="danger" />
      <FailureWords error={state.error} />
      <CopyButton value={letterOf(written.sections, facts)}>{t('copy')}</CopyButton>
    </span>
  );
}

function FailureWords({ error }: { error: unknown }) {
  const t = useTranslations('disputes.save');
  const problem = error instanceof CallError ? error.problem : null;
  if (problem?.code === 'forbidden') return t('forbidden');
  if (problem?.status === 0) return t('offline');
  const why = problem?.help?.title ?? problem?.title ?? '?';
  return isRefused(error) ? t('refused', { why }) : t('failed', { why });
}

function Weak() {
  const t = useTranslations('disputes');
  const { checks, count, written, facts, fields } = useDesk();
  const gaps = gapsIn(letterOf(written.sections, facts)).length;
  const weak = checks.filter(({ state }) => state === 'weak');
  const missing = checks.filter(({ state }) => state === 'open').length;
  if (gaps > 0)
    return (
      <Status kind="warn" className={`text-xs ${styles.weak}`}>
        <button type="button" className="link-btn" onClick={fields.toNextGap}>
          {t('editor.gaps', { count: gaps })}
        </button>
      </Status>
    );
  const [first] = weak;
  const place = first?.place;
  const words = place && place.in !== 'hand' ? t(`checks.${place.in}`, { number: place.number }) : '';
  if (weak.length === 0 && (missing === 0 || count === 0)) return <span className={styles.weak} />;
  return (
    <Status kind="warn" className={`text-xs ${styles.weak}`}>
      {weak.length > 0
        ? t('bar.weak', { count: weak.length, place: words })
        : t('bar.missing', { count: missing })}
    </Status>
  );
}
