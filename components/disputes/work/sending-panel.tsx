'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { LookUpButton, NextLookUp } from '#components/operations/look-up.tsx';
import { useFollowed } from '#components/operations/use-followed.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { letterOf, SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { disputeKeys, draftOptions } from '#lib/disputes/queries.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { FACT_MARK, LETTER_LINES, Letter, pieces, SECTION, SECTION_NAME, shown } from '../editor/letter.tsx';
import { useFactName } from '../editor/use-fact-name.ts';
import { NextDue } from './work-head.tsx';

type Props = { id: string; operationId: string; state: string };

/** A defense whose result is not known yet: warns not to send it again, and polls until it is known. */
export function SendingPanel({ id, operationId, state }: Props) {
  const t = useTranslations('disputes.under');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const { operation, error, refetch } = useFollowed(operationId);
  const now = operation?.state ?? state;
  const ended = now === 'confirmed' || now === 'rejected';
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  }, [ended, client, account]);
  const unknown = now === 'unknown';
  return (
    <section className={cn(panelVariants({ local: true }), 'grid gap-3 p-panel')} aria-labelledby="under-way">
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="unknown" tone="idle" />
        <h2 id="under-way" ref={title} tabIndex={-1}>
          {t(unknown ? 'title' : 'titleSending')}
        </h2>
        {operation !== undefined && unknown && (
          <span className="ml-auto">
            <Badge local icon="refresh">
              {t('times', { count: operation.lookUps })}
            </Badge>
          </span>
        )}
      </div>
      <Words operation={operation} unknown={unknown} />
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {operation !== undefined && <Sent operation={operation} />}
      {operation !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          {operation.may.lookUp && <LookUpButton operation={operation} />}
          <span className="text-xs text-ink-3">
            <NextLookUp operation={operation} />
          </span>
        </div>
      )}
      <NextDue after={id} />
    </section>
  );
}

function Words({ operation, unknown }: { operation: Operation | undefined; unknown: boolean }) {
  const t = useTranslations('disputes.under');
  const locale = useLocale() as Locale;
  const at = operation?.sentAt ?? operation?.createdAt;
  const b = (chunks: React.ReactNode) => <b>{chunks}</b>;
  if (!unknown || at === undefined) return <p role="status">{t('wordsSending')}</p>;
  return <p role="status">{t.rich('description', { time: formatInstant(locale, at, 'time'), b })}</p>;
}

function Sent({ operation }: { operation: Operation }) {
  const t = useTranslations('disputes.under');
  const { actor, intent, id } = operation;
  const { characters, files } = intent;
  return (
    <Facts
      of={[
        { label: t('sentBy'), value: actor.name },
        {
          label: t('version'),
          value:
            typeof characters === 'number' &&
            t('versionNote', { characters, files: typeof files === 'number' ? files : 0 }),
        },
        { label: t('operation'), id },
      ]}
    />
  );
}

/** The stored draft, read-only, for operators who may not write it. */
export function StoredLetter({ id }: { id: string }) {
  const t = useTranslations('disputes.editor');
  const account = useSession().account.slug;
  const nameOf = useFactName();
  const { data, error, refetch } = useQuery(draftOptions(account, id));
  if (data === undefined) return error && <ReadError error={error} onRetry={() => void refetch()} />;
  if (data.version === 0) return null;
  const { sections, facts } = data;
  return (
    <Sections
      action={<Badge local>{t('draft', { version: data.version })}</Badge>}
      text={(name) =>
        pieces(shown(sections[name], facts, nameOf)).map((piece) =>
          piece.name === null ? (
            piece.text
          ) : (
            <mark key={piece.at} className={`${FACT_MARK} text-ink`}>
              {piece.text}
            </mark>
          ),
        )
      }
    />
  );
}

/** The editor while the draft loads. */
export const EditorWaiting = () => <Sections busy text={() => <Skeleton width="85%" />} />;

type SectionsProps = { text: (name: SectionName) => ReactNode; action?: ReactNode; busy?: true };

/** The letter's sections, read-only. */
function Sections({ text, ...head }: SectionsProps) {
  const t = useTranslations('disputes.editor');
  return (
    <Panel local padded={false} title={t('title')} {...head}>
      {SECTIONS.map((name, index) => (
        <div key={name} className={SECTION}>
          <div className={SECTION_NAME}>
            <b>
              {index + 1} {t(`sections.${name}`)}
            </b>
            {t(`hints.${name}`)}
          </div>
          <p className={`${LETTER_LINES} text-ink`} lang="pt-BR">
            {text(name)}
          </p>
        </div>
      ))}
    </Panel>
  );
}

/** A draft other than the defense that was sent: it can still be read and copied. */
export function AbandonedDraft({ id }: { id: string }) {
  const t = useTranslations('disputes');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(draftOptions(account, id));
  if (data === undefined) return error && <ReadError error={error} onRetry={() => void refetch()} />;
  const letter = letterOf(data.sections, data.facts);
  if (letter === '') return null;
  return (
    <details className={cn(panelVariants({ local: true }), 'p-panel text-xs')}>
      <summary>{t('receipt.draftKept')}</summary>
      <Letter className="my-2">{letter}</Letter>
      <CopyButton value={letter}>{t('receipt.copy')}</CopyButton>
    </details>
  );
}
