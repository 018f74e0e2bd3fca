'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { ANSWER_RULES } from '#lib/webhooks/events.ts';
import { codeWell } from '../code-well.ts';
import { HUB_SNIPPETS } from './hub-snippets.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language, SNIPPETS } from './snippets.ts';

const OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** A receiver to copy: challenge, raw body, signature, age. */
export function ReceiverCode() {
  const t = useTranslations('webhooks.snippet');
  const hub = useSession().account.kind === 'hub';
  const snippets = hub ? HUB_SNIPPETS : SNIPPETS;
  const [language, setLanguage] = useState<Language>('node');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>{t(hub ? 'wordsHub' : 'words')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Segments label={t('language')} value={language} onChange={setLanguage} options={OPTIONS} />
        <CopyButton value={snippets[language]}>{t('copy')}</CopyButton>
      </div>
      <p>
        <b>{t(hub ? 'answerHub' : 'answer', ANSWER_RULES[hub ? 'hub' : 'pix'])}</b>
      </p>
      <section
        className={codeWell({ lines: 'scroll' })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={LANGUAGE_NAMES[language]}
      >
        <pre>{snippets[language]}</pre>
      </section>
      <p className="text-xs text-ink-3">
        {t('file')} {t(hub ? 'dedupeHub' : 'dedupe')}
      </p>
    </div>
  );
}
