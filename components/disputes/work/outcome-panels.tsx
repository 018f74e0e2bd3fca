'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { LookUpButton, NextLookUp, useFollowed } from '#components/operations/operation-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { calloutVariants } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { focusOnMount } from '#components/ui/plain-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { DefenseList, Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { letterOf, SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { allDisputes, defensesOptions, draftOptions } from '#lib/disputes/queries.ts';
import { type Operation, operationOptions } from '#lib/operations/queries.ts';
import { FileList } from '../editor/draft-panels.tsx';
import {
  FACT_MARK,
  LETTER_LINES,
  Letter,
  LetterSection,
  pieces,
  shown,
  useFactName,
} from '../editor/letter.tsx';
import { ServiceStatus } from '../labels.tsx';
import { NextDue } from './work-head.tsx';

/** A defense whose result is not known yet: warns not to send it again, and polls until it is known. */
export function SendingPanel({ id, operationId, state }: { id: string; operationId: string; state: string }) {
  const t = useTranslations('disputes.under');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const client = useQueryClient();
  const { operation, error, refetch } = useFollowed(operationId);
  const now = operation?.state ?? state;
  const ended = now === 'confirmed' || now === 'rejected';
  const unknown = now === 'unknown';
  const sizeOf = ({ intent: { characters, files } }: Operation) =>
    typeof characters === 'number' && t('versionNote', { characters, files: Number(files ?? 0) });
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: allDisputes(account) });
  }, [ended, client, account]);
  return (
    <section className={cn(panelVariants({ local: true }), 'grid gap-3 p-panel')} aria-labelledby="under-way">
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="unknown" tone="idle" />
        <h2 id="under-way" ref={focusOnMount} tabIndex={-1}>
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
      <p role="status">
        {operation !== undefined && unknown
          ? t.rich('description', {
              time: formatInstant(locale, operation.sentAt ?? operation.createdAt, 'time'),
              b: (chunks) => <b>{chunks}</b>,
            })
          : t('descriptionSending')}
      </p>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {operation !== undefined && (
        <>
          <Facts
            of={[
              { label: t('sentBy'), value: operation.actor.name },
              { label: t('version'), value: sizeOf(operation) },
              { label: t('operation'), id: operation.id },
            ]}
          />
          <div className="flex flex-wrap items-center gap-2">
            {operation.may.lookUp && <LookUpButton operation={operation} />}
            <span className="text-xs text-ink-3">
              <NextLookUp operation={operation} />
            </span>
          </div>
        </>
      )}
      <NextDue after={id} />
    </section>
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

export const EditorSkeleton = () => <Sections busy text={() => <Skeleton width="85%" />} />;

type SectionsProps = { text: (name: SectionName) => ReactNode; action?: ReactNode; busy?: true };
function Sections({ text, ...head }: SectionsProps) {
  const t = useTranslations('disputes.editor');
  return (
    <Panel local padded={false} title={t('title')} {...head}>
      {SECTIONS.map((name) => (
        <LetterSection key={name} name={name}>
          <p className={`${LETTER_LINES} text-ink`} lang="pt-BR">
            {text(name)}
          </p>
        </LetterSection>
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
      <summary>{t('receipt.draft')}</summary>
      <Letter className="my-2">{letter}</Letter>
      <CopyButton value={letter}>{t('receipt.copy')}</CopyButton>
    </details>
  );
}

type ReceiptProps = {
  detail: DisputeDetail;
  /** Sent from this screen just now: the focus moves to the proof. */
  fresh: boolean;
};

/** Proof that the defense arrived: content, time, sender and ids. */
export function ReceiptPanel({ detail: { dispute }, fresh }: ReceiptProps) {
  const t = useTranslations('disputes.receipt');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(defensesOptions(account, dispute.id));
  return (
    <>
      <Head dispute={dispute} fresh={fresh} />
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Panel title={t('text')} busy>
          <Skeleton width="90%" />
        </Panel>
      )}
      {data?.items.length === 0 && <p className={cn(panelVariants(), 'p-panel text-ink-3')}>{t('none')}</p>}
      {data?.items.map((item, index) => (
        <SentPanel key={item.id ?? index} item={item} available={data.available} />
      ))}
    </>
  );
}

function Head({ dispute, fresh }: { dispute: Dispute; fresh: boolean }) {
  const t = useTranslations('disputes.receipt');
  const locale = useLocale() as Locale;
  const me = useSession().session.operator.id;
  const { answeredAt, answeredBy } = dispute;
  const heading = () => {
    if (answeredAt === null) return t('alreadyUnknown');
    const mine = fresh && answeredBy?.id === me;
    const time = formatInstant(locale, answeredAt, mine ? 'time' : 'full');
    if (answeredBy === null) return t('alreadyOutside', { time });
    return mine ? t('sent', { time }) : t('already', { time, name: answeredBy.name });
  };
  return (
    <div className={calloutVariants({ tone: 'ok' })} data-tone="ok" role="status">
      <Icon name="check" tone="ok" />
      <div className="min-w-0">
        <h2 ref={fresh ? focusOnMount : undefined} tabIndex={-1}>
          {heading()}
        </h2>
        <span>{t('arrived')}</span>
        <NextDue after={dispute.id} />
      </div>
    </div>
  );
}

function SentPanel({ item, available }: { item: DefenseList['items'][number]; available: boolean }) {
  const t = useTranslations('disputes.receipt');
  const account = useSession().account.slug;
  const { operationId } = item;
  const operation = useQuery({
    ...operationOptions(account, operationId ?? ''),
    enabled: operationId !== null,
  });
  return (
    <Panel
      title={t('title')}
      note={t(available ? 'fromService' : 'fromGuiche')}
      action={
        <>
          {item.text !== null && <CopyButton value={item.text}>{t('copy')}</CopyButton>}
          <Button size="sm" onClick={() => print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      <Facts
        of={[
          { label: t('sentAt'), value: <Instant at={item.createdAt} variant="long" /> },
          { label: t('by'), value: item.sentBy?.name ?? t('outside') },
          { label: t('id'), code: item.id },
          { label: t('status'), value: item.status !== null && <ServiceStatus status={item.status} /> },
          { label: t('request'), id: operation.data?.operation.providerRequestId },
          { label: t('operation'), id: operationId },
        ]}
      />
      <h3 className="mt-3 mb-1">{t('text')}</h3>
      <Letter>{item.text ?? '–'}</Letter>
      <h3 className="mt-3 mb-1">{t('files')}</h3>
      {item.files.length === 0 && <p className="text-ink-3">{t('filesNone')}</p>}
      <FileList files={item.files} />
    </Panel>
  );
}
