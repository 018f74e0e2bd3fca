import { useTranslations } from 'next-intl';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { stepRows } from '#components/ui/data-table/row-focus.ts';

/**
 * j, k go through the rows that open by their words, over all tables of a page; Enter is the button's own, Esc closes
 * what stands beside. Once a page.
 */
export function useRowOpens(close?: () => void): void {
  const t = useTranslations('shell.keys');
  useShortcut('j', (event) => stepRows(event, 1), { label: t('nextRow') });
  useShortcut('k', (event) => stepRows(event, -1), { label: t('previousRow') });
  useShortcut('Escape', () => close?.(), { enabled: close !== undefined });
}
