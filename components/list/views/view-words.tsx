'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { parseAsText } from '#lib/list/parsers.ts';

const viewParser = parseAsText(64, 8);
/** Id of the view that the address names, and how to name another. */
export const useViewInAddress = () => useQueryState('view', viewParser);

/** Words of the button while none is chosen, or not read yet. */
export function NoView() {
  const t = useTranslations('views');
  return (
    <>
      <span className="sr-only">{t('button')}</span>
      <span className="head-folds:hidden" aria-hidden="true">
        {t('button')}
      </span>
    </>
  );
}

/** The button's words for a view of this name. */
export function ViewWords({ name, changed = false }: { name: string; changed?: boolean }) {
  const t = useTranslations('views');
  return (
    <>
      <span className="sr-only">{t(changed ? 'currentChanged' : 'current', { name })}</span>
      <span className="max-w-40 truncate" aria-hidden="true">
        {name}
      </span>
      {changed && (
        <span className="font-normal text-ink-3" aria-hidden="true">
          · {t('changed')}
        </span>
      )}
    </>
  );
}
