'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { type Fact, SECTIONS } from '#lib/disputes/letter.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { useDesk } from './desk-context.ts';
import { FactBar } from './fact-bar.tsx';
import { LastTry } from './last-try.tsx';
import { LetterLength } from './letter-length.tsx';
import { SectionField } from './section-field.tsx';
import { TemplateMenu } from './template-menu.tsx';
import { useFactName } from './use-fact-name.ts';

/** The letter in its four sections; dashed, because nobody but Guichê has it yet. */
export function DefenseEditor() {
  const t = useTranslations('disputes.editor');
  const id = useId();
  const { stored, conflict, fields } = useDesk();
  const { insert, said } = useInsert();
  return (
    <section className="panel local" aria-labelledby={id}>
      <header className="flex-wrap">
        <h2 id={id}>{t('title')}</h2>
        <Badge local>{stored.version === 0 ? t('noDraft') : t('draft', { version: stored.version })}</Badge>
        <span className="ml-auto">
          <TemplateMenu />
        </span>
      </header>
      <LastTry />
      {conflict !== null && <ConflictPanel theirs={conflict} />}
      <FactBar onInsert={insert} />
      {SECTIONS.map((name, index) => (
        <SectionField
          key={name}
          name={name}
          number={index + 1}
          ref={fields.refOf(name)}
          onFocus={() => fields.focused(name)}
        />
      ))}
      <LetterLength />
      <p className="sr-only" role="status">
        {said}
      </p>
    </section>
  );
}

/** Facts go to the section that was written in last, at its cursor. */
function useInsert() {
  const t = useTranslations('disputes.editor');
  const nameOf = useFactName();
  const { fields } = useDesk();
  const [said, say] = useState('');
  const insert = (fact: Fact) => {
    const section = fields.last();
    fields.handleOf(section)?.insert(fact);
    say(t('inserted', { fact: nameOf(fact.name), section: SECTIONS.indexOf(section) + 1 }));
  };
  return { insert, said };
}
