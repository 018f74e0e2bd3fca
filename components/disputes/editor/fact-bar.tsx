'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { type Fact, factNames, SECTIONS } from '#lib/disputes/letter.ts';
import { useDesk } from './desk-context.ts';
import styles from './editor.module.css';
import { useFactName } from './use-fact-name.ts';

/** Names and addresses that the letter rarely needs stand last. */
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

/** What is known of the transaction, put into the letter with one press. */
export function FactBar({ onInsert }: { onInsert: (fact: Fact) => void }) {
  const t = useTranslations('disputes.editor');
  const nameOf = useFactName();
  const { facts, written } = useDesk();
  const used = new Set(factNames(SECTIONS.map((name) => written.sections[name]).join('\n')));
  const sorted = [...facts].sort((a, b) => rank(a.name) - rank(b.name));
  if (sorted.length === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label={t('insert')}>
      <span className="cap">{t('insert')}</span>
      {sorted.map((fact) => (
        <button
          key={fact.name}
          type="button"
          className={styles.fact}
          data-used={used.has(fact.name) || undefined}
          title={fact.text}
          aria-label={`${t('insertLabel', { fact: nameOf(fact.name) })}${used.has(fact.name) ? `, ${t('used')}` : ''}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(fact)}
        >
          <Icon name={used.has(fact.name) ? 'tick' : 'plus'} size="s" />
          {nameOf(fact.name)}
        </button>
      ))}
    </fieldset>
  );
}

const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
