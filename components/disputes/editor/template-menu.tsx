'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { SECTIONS, type SectionName, type Sections, tokenOf } from '#lib/disputes/letter.ts';
import { guessSituation, SITUATIONS, TEMPLATES } from '#lib/disputes/rules.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { isEmpty, type Written } from './draft-saver.ts';

type Template = (typeof TEMPLATES)[number];

/**
 * Letter templates, the reported situation's first. Replacing text needs a confirmation and can be undone.
 */
export function TemplateMenu() {
  const t = useTranslations('disputes');
  const situations = useTranslations('due.situations');
  const toast = useToast();
  const { detail, written, facts, fields, count, write } = useDefenseDraft();
  const [pending, setPending] = useState<Template | null>(null);
  const applied = useRef(false);
  const [before, setBefore] = useState<Pick<Written, 'sections' | 'situation'> | null>(null);
  const here = written.situation ?? guessSituation(detail.dispute.reason);
  const sorted = TEMPLATES.toSorted((a, b) => Number(b.situation === here) - Number(a.situation === here));
  const nameOf = ({ id }: Template) => t(`templateNames.${id}`);
  const apply = (template: Template) => {
    const { sections, situation } = written;
    setBefore(isEmpty(written) ? null : { sections, situation });
    write({
      sections: lettersOf(new Set(facts.map(({ name }) => name)), {
        textOf: (name) => t(`templates.${template.id}.${name}`),
        gapOf: (fact) => t(`templateGaps.${fact as 'e2e'}`),
      }),
      situation: template.situation,
    });
    fields.focused(null);
    if (pending === null) applied.current = true;
    // The closing dialog first returns the focus to the menu's button.
    else setTimeout(fields.toNextGap);
    setPending(null);
    toast(t('editor.templateDone', { name: nameOf(template) }));
  };
  const undo = () => {
    if (before === null) return;
    write(before);
    fields.focused(null);
    setBefore(null);
  };
  /** After applying a template, moves the focus to its first gap instead of the menu's button. */
  const toGap = (event: Event) => {
    if (!applied.current) return;
    applied.current = false;
    event.preventDefault();
    fields.toNextGap();
  };
  const trigger = (
    <Button size="sm">
      {t('editor.template')}:{' '}
      {/* The guess only sorts the menu; no template counts as chosen until it is in the letter. */}
      <b>
        {written.situation === null
          ? t('editor.templateNone')
          : situations(SITUATIONS.find((known) => known === here) ?? 'other')}
      </b>
      <Icon name="down" size="s" />
    </Button>
  );
  return (
    <span className="inline-flex items-center gap-2">
      {before && (
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
          label: nameOf(template),
          onSelect: () => (isEmpty(written) ? apply(template) : setPending(template)),
        }))}
      />
      {pending && (
        <Dialog
          open
          onClose={() => setPending(null)}
          title={t('editor.templateReplace', { name: nameOf(pending) })}
          footer={
            <>
              <Button onClick={() => setPending(null)} data-autofocus>
                {t('editor.templateBack')}
              </Button>
              <Button variant="main" onClick={() => apply(pending)}>
                {t('editor.templateConfirm', { name: nameOf(pending) })}
              </Button>
            </>
          }
        >
          <p>{t('editor.templateWhat', { count })}</p>
        </Dialog>
      )}
    </span>
  );
}

type TemplateTexts = { textOf: (name: SectionName) => string; gapOf: (fact: string) => string };

/** Fills a template: known facts become tokens; the others become gaps, to be filled in or deleted. */
export function lettersOf(known: ReadonlySet<string>, { textOf, gapOf }: TemplateTexts): Sections {
  const text = (name: SectionName) =>
    textOf(name).replace(/\[\[(\w+)\]\]\s?/g, (match, fact: string) => {
      const space = match.endsWith(' ') ? ' ' : '';
      if (known.has(fact)) return tokenOf(fact) + space;
      return OPTIONAL.has(fact) ? '' : `[${gapOf(fact)}]${space}`;
    });
  return Object.fromEntries(SECTIONS.map((name) => [name, text(name).trim()])) as Sections;
}

/** Whole sentences that the letter can do without. */
const OPTIONAL = new Set(['same_document', 'earlier_payments', 'notice_delivered']);
