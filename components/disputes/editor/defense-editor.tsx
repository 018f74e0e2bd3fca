'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import { useActionParam } from '#components/app-shell/address-state.ts';
import { ReadError } from '#components/list/read-error.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import {
  type Fact,
  factNames,
  fillFacts,
  letterOf,
  SECTIONS,
  type SectionName,
  shares,
} from '#lib/disputes/letter.ts';
import { lastTryOptions } from '#lib/disputes/queries.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { changedSections, joinOf, type Side, type Sides, writtenIn } from './draft-saver.ts';
import { useFactName } from './letter.tsx';
import { SectionField } from './section-field.tsx';
import { TemplateMenu } from './template-menu.tsx';

/** The letter in its four sections. The dashed border marks it as stored only in Guichê. */
export function DefenseEditor() {
  const t = useTranslations('disputes.editor');
  const id = useId();
  const { stored, conflict, fields } = useDefenseDraft();
  const nameOf = useFactName();
  const [announcement, announce] = useState('');
  const panel = useRef<HTMLElement>(null);
  const [requested, setRequested] = useActionParam('defend');
  useEffect(() => {
    if (!requested) return;
    panel.current?.querySelector<HTMLElement>('textarea, [role=textbox]')?.focus();
    setRequested(false);
  });
  /** Inserts a fact at the cursor of the section that was edited last. */
  const insert = (fact: Fact) => {
    const section = fields.last();
    fields.handleOf(section)?.insert(fact);
    announce(t('inserted', { fact: nameOf(fact.name), section: SECTIONS.indexOf(section) + 1 }));
  };
  return (
    <section ref={panel} className={panelVariants({ local: true })} aria-labelledby={id}>
      <header className="flex-wrap">
        <h2 id={id}>{t('title')}</h2>
        <Badge local>{stored.version === 0 ? t('noDraft') : t('draft', { version: stored.version })}</Badge>
        <span className="ml-auto">
          <TemplateMenu />
        </span>
      </header>
      <LastAttempt />
      {conflict !== null && <ConflictPanel theirs={conflict} />}
      <FactBar onInsert={insert} />
      {SECTIONS.map((name) => (
        <SectionField key={name} name={name} />
      ))}
      <LetterLength />
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Warns that the last defense did not arrive or was refused, and that it may be sent again. */
function LastAttempt() {
  const t = useTranslations('disputes.lastTry');
  const locale = useLocale() as Locale;
  const { account, detail } = useDefenseDraft();
  const { data, error, refetch } = useQuery(lastTryOptions(account, detail.dispute.id));
  if (data === undefined && error !== null)
    return (
      <div className="border-b border-line p-panel">
        <ReadError error={error} onRetry={() => void refetch()} />
      </div>
    );
  const last = data?.items[0];
  if (last === undefined || last.state !== 'rejected') return null;
  const time = formatInstant(locale, last.sentAt ?? last.createdAt, 'full');
  const why = last.problem?.provider?.code ?? null;
  const arrived = last.reason !== null && ['not_found', 'never_sent', 'by_hand'].includes(last.reason);
  return (
    <div className="border-b border-line p-panel">
      <Callout
        tone="danger"
        title={t(arrived ? 'lost' : 'refused', { time, name: last.actor.name })}
        role="status"
      >
        {arrived ? t('lostHint') : (last.problem?.hint ?? t('refusedHint'))}{' '}
        {why !== null && <span className="mono">{why}</span>}
      </Callout>
    </div>
  );
}

/** The letter's length, each section's share, and what to do when it is too long. */
function LetterLength() {
  const t = useTranslations('disputes.editor');
  const format = useFormatter();
  const { written, facts, count, detail, write } = useDefenseDraft();
  const limit = detail.limits.characters;
  const over = Math.max(0, count - limit);
  const countValues = { count: format.number(count), limit: format.number(limit) };
  const whole = Math.max(count, limit, 1);
  return (
    <div className="px-panel py-2">
      <div className="flex items-baseline gap-2">
        <span className="cap flex-1">{t('one', { limit: countValues.limit })}</span>
        <b className={`text-xs ${over > 0 ? 'text-danger-ink' : ''}`}>{t('count', countValues)}</b>
      </div>
      <Meter
        className="mt-1 h-1.5 data-over:[&>i]:bg-danger-line"
        data-over={over > 0 || undefined}
        role="img"
        aria-label={t('countLabel', countValues)}
      >
        {shares(written.sections, facts).map(({ name, count: own }) => (
          <i key={name} style={{ width: `${(own / whole) * 100}%` }} />
        ))}
      </Meter>
      {(over > 0 || written.letterAsPdf) && (
        <div className="mt-2 grid gap-1.5 text-xs">
          {over > 0 && !written.letterAsPdf && (
            <p className="text-danger-ink" role="status">
              {t('over', { count: over })}
            </p>
          )}
          <CheckLine
            checked={written.letterAsPdf}
            onChange={(event) => write({ letterAsPdf: event.target.checked })}
          >
            {t('asPdf')}
          </CheckLine>
        </div>
      )}
    </div>
  );
}

/** Display order of the facts; those not listed (names, addresses) come last. */
const ORDER = [
  'amount_time',
  'e2e',
  'same_document',
  'reference',
  'txid',
  'earlier_payments',
  'payer_bank',
  'notice_delivered',
];
const rank = ({ name }: Fact) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Known facts of the transaction; a click inserts one into the letter. */
function FactBar({ onInsert }: { onInsert: (fact: Fact) => void }) {
  const t = useTranslations('disputes.editor');
  const nameOf = useFactName();
  const { facts, written } = useDefenseDraft();
  if (facts.length === 0) return null;
  const used = factNames(SECTIONS.map((name) => written.sections[name]).join('\n'));
  return (
    <fieldset
      className="flex flex-wrap items-center gap-1 border-b border-line px-panel py-2"
      aria-label={t('insert')}
    >
      <span className="cap">{t('insert')}</span>
      {facts
        .toSorted((a, b) => rank(a) - rank(b))
        .map((fact) => {
          const isUsed = used.includes(fact.name);
          return (
            <button
              key={fact.name}
              type="button"
              className="inline-flex h-control-sm items-center gap-1 rounded-2 border border-accent-line bg-surface px-1.5 text-[0.75rem] text-ink hover:bg-hover data-used:bg-accent-soft [&>svg]:text-accent"
              data-used={isUsed || undefined}
              title={fact.text}
              aria-label={`${t('insertLabel', { fact: nameOf(fact.name) })}${isUsed ? `, ${t('used')}` : ''}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(fact)}
            >
              <Icon name={isUsed ? 'tick' : 'plus'} size="s" />
              {nameOf(fact.name)}
            </button>
          );
        })}
    </fieldset>
  );
}

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
      {sides !== null && <p>{t('joinDescription')}</p>}
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
            {t(both.length === 0 ? 'join' : 'joinChoose')}
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
