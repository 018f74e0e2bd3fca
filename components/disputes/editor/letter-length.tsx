'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { shares } from '#lib/disputes/letter.ts';
import { useDesk } from './desk-context.ts';
import styles from './editor.module.css';

/** How long the one letter is and what each section takes of it; what to do when it is too long. */
export function LetterLength() {
  const t = useTranslations('disputes.editor');
  const format = useFormatter();
  const { written, facts, count, detail, write } = useDesk();
  const limit = detail.limits.characters;
  const over = Math.max(0, count - limit);
  const words = { count: format.number(count), limit: format.number(limit) };
  const whole = Math.max(count, limit, 1);
  return (
    <div className={styles.length}>
      <div className="flex items-baseline gap-2">
        <span className="cap flex-1">{t('one', { limit: words.limit })}</span>
        <b className={`text-xs ${over > 0 ? 'text-danger-ink' : ''}`}>{t('count', words)}</b>
      </div>
      <div
        className={`meter ${styles.meter}`}
        data-over={over > 0 || undefined}
        role="img"
        aria-label={t('countLabel', words)}
      >
        {shares(written.sections, facts).map(({ name, count: own }) => (
          <i key={name} style={{ width: `${(own / whole) * 100}%` }} />
        ))}
      </div>
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
