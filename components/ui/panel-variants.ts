import { cva } from 'class-variance-authority';

/** Classes of a frame, for whatever element it is; `header` and `footer` in it touch its edges. */
export const panelVariants = cva(
  [
    'panel @container/room min-w-0 rounded-3 border bg-surface',
    '[--filters-line:1px_solid_var(--line)] [--filters-top:0.5rem] [--filters-x:var(--panel-pad)]',
    '[:where(&>header)]:flex [:where(&>header)]:min-h-8.5 [:where(&>header)]:flex-wrap [:where(&>header)]:items-center [:where(&>header)]:gap-x-2',
    '[:where(&>header)]:gap-y-1 [:where(&>header)]:border-b [:where(&>header)]:border-line [:where(&>header)]:px-panel [:where(&>header)]:py-1.5',
    '[&>header_.cap]:font-normal',
    '[:where(&>footer)]:border-t [:where(&>footer)]:border-line [:where(&>footer)]:px-panel [:where(&>footer)]:py-1.5 [:where(&>footer)]:text-xs/4.5',
    '[:where(&>footer)]:text-ink-3',
    '[:where(&>footer:has(>.btn))]:flex [:where(&>footer:has(>.btn))]:flex-wrap [:where(&>footer:has(>.btn))]:items-center',
    '[:where(&>footer:has(>.btn))]:gap-2',
  ],
  {
    variants: {
      /** Dashed: the provider does not have it, or has not confirmed it. */
      local: { true: 'border-dashed border-line-control', false: 'border-line-strong' },
    },
    defaultVariants: { local: false },
  },
);
