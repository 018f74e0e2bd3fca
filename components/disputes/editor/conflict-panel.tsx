'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { fillFacts, letterOf, SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { changedSections, joinOf, type Side, type Sides, writtenIn } from './draft-saver.ts';

const numberOf = (section: SectionName) => SECTIONS.indexOf(section) + 1;

/** Two operators changed the draft: shows both versions side by side, and the operator decides. */
export function ConflictPanel({ theirs }: { theirs: Draft }) {
  const t = useTranslations('disputes.conflict');
  const locale = useLocale() as Locale;
  const { written, stored, facts, origin } = useDefenseDraft();
  /** Null until the operator starts to choose a side for each section that both changed. */
  const [sides, setSides] = useState<Sides | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const changed = changedSections(written.sections, theirs.sections);
  const joined = joinOf(origin, written, writtenIn(theirs));
  const { version, updatedBy, updatedAt } = theirs;
  const name = updatedBy?.name ?? t('their2');
  const time = formatInstant(locale, updatedAt ?? '', 'time');
  return (
    <div className="grid gap-2 border-b border-line p-panel" role="alert">
      <div className="flex flex-wrap items-center gap-2">
        <Icon name="triangle" tone="warn" />
        <h3 ref={title} tabIndex={-1} className="text-sm">
          {updatedBy === null ? t('titleNobody', { version, time }) : t('title', { name, version, time })}
        </h3>
        <span className="ml-auto">
          <Badge local>{t('yours', { version: stored.version, count: changed.length })}</Badge>
        </span>
      </div>
      {changed.length === 0 && <p>{t('same')}</p>}
      {sides !== null && <p>{t('joinWords')}</p>}
      {(sides === null ? changed : joined.both).map((section) => {
        const number = numberOf(section);
        const versions = [
          { label: t('mine', { number }), text: written.sections[section] },
          { label: t('their', { number, name }), text: theirs.sections[section] },
        ];
        return (
          <div key={section} className="grid grid-cols-2 gap-x-4 gap-y-2 max-wide:grid-cols-[minmax(0,1fr)]">
            {versions.map(({ label, text }) => (
              <div key={label} className="min-w-0">
                <h4 className="text-xs text-ink-3">{label}</h4>
                <p className="wrap-anywhere whitespace-pre-wrap text-ink">
                  {text.trim() === '' ? <i>{t('empty')}</i> : fillFacts(text, facts)}
                </p>
              </div>
            ))}
            {sides !== null && (
              <div className="col-span-full">
                <Segments<Side | 'none'>
                  label={t('joinOf', { number })}
                  value={sides[section] ?? 'none'}
                  onChange={(side) => side !== 'none' && setSides({ ...sides, [section]: side })}
                  options={[
                    { value: 'mine', label: t('joinMine') },
                    { value: 'theirs', label: t('joinTheirs', { name }) },
                  ]}
                />
              </div>
            )}
          </div>
        );
      })}
      <ConflictActions name={name} joined={joined} sides={sides} onSides={setSides} />
    </div>
  );
}

type ActionsProps = {
  name: string;
  joined: ReturnType<typeof joinOf>;
  sides: Sides | null;
  onSides: (next: Sides | null) => void;
};

function ConflictActions({ name, joined: { mine, theirs, both }, sides, onSides }: ActionsProps) {
  const t = useTranslations('disputes.conflict');
  const back = useTranslations('common')('back');
  const { written, facts, keepMine, takeTheirs, join } = useDefenseDraft();
  const numbers = (sections: SectionName[]) => ({
    count: sections.length,
    numbers: sections.map(numberOf).join(', '),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {sides === null ? (
        <>
          <Button onClick={keepMine}>{t('keepMine')}</Button>
          <Button onClick={takeTheirs}>{t('takeTheirs', { name })}</Button>
          <Button onClick={() => (both.length === 0 ? join({}) : onSides({}))}>
            {t(both.length === 0 ? 'join' : 'joinAsk')}
          </Button>
          <CopyButton value={letterOf(written.sections, facts)}>{t('copyMine')}</CopyButton>
        </>
      ) : (
        <>
          <Button disabled={both.some((section) => sides[section] === undefined)} onClick={() => join(sides)}>
            {t('join')}
          </Button>
          <Button variant="quiet" onClick={() => onSides(null)}>
            {back}
          </Button>
        </>
      )}
      {mine.length > 0 && <span className="text-xs text-ink-3">{t('onlyMine', numbers(mine))}</span>}
      {theirs.length > 0 && (
        <span className="text-xs text-ink-3">{t('onlyTheirs', { name, ...numbers(theirs) })}</span>
      )}
      {sides === null && <span className="text-xs text-ink-3">{t('note')}</span>}
    </div>
  );
}
