'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { letterOf, SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { draftOptions } from '#lib/disputes/queries.ts';
import { FACT_MARK, LETTER_LINES, Letter, SECTION, SECTION_NAME } from '../editor/letter.tsx';
import { pieces, shown } from '../editor/marked-text.ts';
import { useFactName } from '../editor/use-fact-name.ts';

/** The stored draft to read, for who may not write it. */
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

/** The editor's own form while the draft is read. */
export const EditorWaiting = () => <Sections busy text={() => <Skeleton width="85%" />} />;

type SectionsProps = { text: (name: SectionName) => ReactNode; action?: ReactNode; busy?: true };

/** The letter's sections to read. */
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

/** A draft that was not what was sent: it stays, to be read and copied. */
export function LeftDraft({ id }: { id: string }) {
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
