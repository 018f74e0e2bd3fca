'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { SECTIONS, type SectionName, type Sections, tokenOf } from '#lib/disputes/letter.ts';
import { guessSituation, TEMPLATES } from '#lib/disputes/rules.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { isEmpty } from './draft-state.ts';

type Template = (typeof TEMPLATES)[number];

/**
 * Letter templates, the reported situation's first. Replacing written text needs confirmation and can be
 * undone.
 */
export function TemplateMenu() {
  const t = useTranslations('disputes');
  const situations = useTranslations('due.situations');
  const { detail, written } = useDefenseDraft();
  const { pendingTemplate, ask, apply, undo, toGap } = useTemplates();
  const here = written.situation ?? guessSituation(detail.dispute.reason);
  const sorted = [...TEMPLATES].sort((a, b) => Number(b.situation === here) - Number(a.situation === here));
  const trigger = (
    <Button size="sm">
      {t('editor.template')}:{' '}
      {/* The guess only sorts the menu; no template counts as chosen until it is in the letter. */}
      <b>{written.situation === null ? t('editor.templateNone') : situations(situationKey(here))}</b>
      <Icon name="down" size="s" />
    </Button>
  );
  return (
    <span className="inline-flex items-center gap-2">
      {undo && (
        <Button size="sm" variant="quiet" icon="return" onClick={undo}>
          {t('editor.templateUndo')}
        </Button>
      )}
      <Menu
        label={t('editor.templateMenu')}
        trigger={trigger}
        align="end"
        onCloseAutoFocus={toGap}
        items={sorted.map((template) => ({
          kind: 'item',
          id: template.id,
          label: t(`templateNames.${template.id}`),
          onSelect: () => ask(template),
        }))}
      />
      {pendingTemplate && (
        <TemplateDialog
          template={pendingTemplate}
          onClose={() => ask(null)}
          onConfirm={() => apply(pendingTemplate)}
        />
      )}
    </span>
  );
}

const KNOWN = ['scam', 'account_takeover', 'coercion', 'fraudulent_access', 'other'] as const;
const situationKey = (text: string) => KNOWN.find((known) => known === text) ?? 'other';

function useTemplates() {
  const t = useTranslations('disputes');
  const toast = useToast();
  const { written, facts, fields, write } = useDefenseDraft();
  const [pendingTemplate, setPendingTemplate] = useState<Template | null>(null);
  const applied = useRef(false);
  const [before, setBefore] = useState<{ sections: Sections; situation: string | null } | null>(null);
  const apply = (template: Template) => {
    const known = new Set(facts.map(({ name }) => name));
    const { sections, situation } = written;
    setBefore(isEmpty(written) ? null : { sections, situation });
    write({
      sections: lettersOf(known, {
        wordsOf: (name) => t(`templates.${template.id}.${name}`),
        gapOf: (fact) => t(`templateGaps.${fact as 'e2e'}`),
      }),
      situation: template.situation,
    });
    fields.replaced();
    if (pendingTemplate === null) applied.current = true;
    // The closing dialog first returns the focus to the menu's button.
    else setTimeout(fields.toNextGap);
    setPendingTemplate(null);
    toast(t('editor.templateDone', { name: t(`templateNames.${template.id}`) }));
  };
  const ask = (template: Template | null) => {
    if (template !== null && isEmpty(written)) apply(template);
    else setPendingTemplate(template);
  };
  const undo =
    before === null
      ? null
      : () => {
          write(before);
          fields.replaced();
          setBefore(null);
        };
  /** After applying a template, moves the focus to its first gap instead of the menu's button. */
  const toGap = (event: Event) => {
    if (!applied.current) return;
    applied.current = false;
    event.preventDefault();
    fields.toNextGap();
  };
  return { pendingTemplate, ask, apply, undo, toGap };
}

type TemplateWords = { wordsOf: (name: SectionName) => string; gapOf: (fact: string) => string };

/** Fills a template: known facts become tokens; the others become gaps, to be filled in or deleted. */
export function lettersOf(known: ReadonlySet<string>, { wordsOf, gapOf }: TemplateWords): Sections {
  const text = (name: SectionName) =>
    wordsOf(name).replace(/\[\[(\w+)\]\]\s?/g, (match, fact: string) => {
      const space = match.endsWith(' ') ? ' ' : '';
      if (known.has(fact)) return tokenOf(fact) + space;
      return OPTIONAL.has(fact) ? '' : `[${gapOf(fact)}]${space}`;
    });
  return Object.fromEntries(SECTIONS.map((name) => [name, text(name).trim()])) as Sections;
}

/** Whole sentences that the letter can do without. */
const OPTIONAL = new Set(['same_document', 'earlier_payments', 'notice_delivered']);

type Props = { template: { id: string }; onClose: () => void; onConfirm: () => void };

/** Confirms that the template replaces the written text. */
function TemplateDialog({ template, onClose, onConfirm }: Props) {
  const t = useTranslations('disputes');
  const { count } = useDefenseDraft();
  const name = t(`templateNames.${template.id}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editor.templateAsk', { name })}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('editor.templateBack')}
          </Button>
          <Button variant="main" onClick={onConfirm}>
            {t('editor.templateConfirm', { name })}
          </Button>
        </>
      }
    >
      <p>{t('editor.templateWhat', { count })}</p>
    </Dialog>
  );
}
