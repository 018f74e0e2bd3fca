'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { type Fact, letterOf, SECTIONS, type SectionName, writtenOut } from '#lib/disputes/letter.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { changedSections } from './draft-state.ts';
import styles from './editor.module.css';

/** Two people in one draft: both versions side by side; nothing is lost and nobody decides but the operator. */
export function ConflictPanel({ theirs }: { theirs: Draft }) {
  const t = useTranslations('disputes.conflict');
  const { written, stored, facts, keepMine, takeTheirs } = useDefenseDraft();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const changed = changedSections(written.sections, theirs.sections);
  const name = theirs.updatedBy?.name ?? t('their2');
  return (
    <div className="grid gap-2 border-b border-line p-panel" role="alert">
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="triangle" tone="warn" />
        <h3 ref={title} tabIndex={-1} className="text-sm">
          <Title theirs={theirs} />
        </h3>
        <span className="ml-auto">
          <Badge local>{t('yours', { version: stored.version, count: changed.length })}</Badge>
        </span>
      </div>
      {changed.length === 0 && <p>{t('same')}</p>}
      {changed.map((section) => (
        <Section key={section} section={section} name={name} theirs={theirs} facts={facts} />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={keepMine}>{t('keepMine')}</Button>
        <Button onClick={takeTheirs}>{t('takeTheirs', { name })}</Button>
        <CopyButton value={letterOf(written.sections, facts)}>{t('copyMine')}</CopyButton>
        <span className="text-xs text-ink-3">{t('note')}</span>
      </div>
    </div>
  );
}

function Title({ theirs: { updatedBy, updatedAt, version } }: { theirs: Draft }) {
  const t = useTranslations('disputes.conflict');
  const time = formatInstant(useLocale() as Locale, updatedAt ?? '', 'time');
  return updatedBy === null
    ? t('titleNobody', { version, time })
    : t('title', { name: updatedBy.name, version, time });
}

type SectionProps = { section: SectionName; name: string; theirs: Draft; facts: readonly Fact[] };

function Section({ section, name, theirs, facts }: SectionProps) {
  const t = useTranslations('disputes.conflict');
  const { written } = useDefenseDraft();
  const number = SECTIONS.indexOf(section) + 1;
  const sides = [
    { label: t('mine', { number }), text: written.sections[section] },
    { label: t('their', { number, name }), text: theirs.sections[section] },
  ];
  return (
    <div className={styles.versions}>
      {sides.map(({ label, text }) => (
        <div key={label}>
          <h4 className="text-xs text-ink-3">{label}</h4>
          <p>{text.trim() === '' ? <i>{t('empty')}</i> : writtenOut(text, facts)}</p>
        </div>
      ))}
    </div>
  );
}
