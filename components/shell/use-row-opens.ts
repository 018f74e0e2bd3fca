import { useTranslations } from 'next-intl';
import { useShortcut } from './command-context.tsx';

/**
 * j and k go through the rows that open by their button (`row-open`), over all tables of a page in their order; Enter
 * is the button's own, Esc the drawer's. Once a page.
 */
export function useRowOpens(): void {
  const t = useTranslations('shell.keys');
  const step = (by: number) => (event: KeyboardEvent) => {
    const rows = [...document.querySelectorAll<HTMLElement>('main .row-open')];
    if (rows.length === 0) return;
    event.preventDefault();
    const focused = rows.findIndex((row) => row.matches(':focus'));
    // From a drawer one goes on where its row is.
    const opened = rows.findIndex((row) => row.getAttribute('aria-expanded') === 'true');
    const at = focused >= 0 ? focused : opened;
    const next = rows[Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1)];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', step(1), { label: t('nextRow') });
  useShortcut('k', step(-1), { label: t('previousRow') });
}
