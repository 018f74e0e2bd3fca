import { cva } from 'class-variance-authority';

/** A layer anchored to its button: popover or menu. */
export const popoverSurface = cva(
  'z-40 max-h-[var(--radix-popper-available-height,80vh)] min-w-48 max-w-[min(28rem,calc(100vw-1.5rem))] animate-layer overflow-auto rounded-3 border border-line-strong bg-raised text-ink-2 shadow-float',
  { variants: { padding: { none: '', menu: 'p-1', panel: 'p-panel' } } },
);

/** A choice in a menu or a list of options. */
export const menuItem = cva(
  'flex min-h-7.5 cursor-pointer select-none items-center gap-2 rounded-2 px-2 py-1 text-ink no-underline outline-0 data-[disabled]:cursor-not-allowed data-[highlighted]:bg-hover data-[state=checked]:font-semibold data-[disabled]:text-ink-off data-[highlighted]:shadow-[inset_3px_0_0_var(--focus)] max-wide:min-h-11 forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:-outline-offset-2 forced-colors:data-[highlighted]:outline-[Highlight]',
);

/** The browser's modal dialog. Its backdrop starts below the environment band, which stays readable. */
export const dialogSurface = cva(
  'fixed inset-[var(--env)_0_0] m-auto max-h-[calc(100dvh-var(--env)-1.5rem)] flex-col rounded-3 border border-line-strong bg-raised text-ink-2 shadow-float backdrop:inset-[var(--env)_0_0] backdrop:bg-scrim open:flex open:animate-layer',
  {
    variants: {
      width: {
        normal: 'w-[min(30rem,calc(100vw-1.5rem))]',
        wide: 'w-[min(35rem,calc(100vw-1.5rem))]',
      },
    },
    defaultVariants: { width: 'normal' },
  },
);

/**
 * A drawer next to the page. In a `sheet` layout (`DrawerLayout`) it overlays the page from 761 to 1180 px;
 * on a phone it fills the screen. Sections in it may set their own padding and border.
 */
export const drawerClasses = {
  frame:
    'relative z-3 flex min-h-0 min-w-0 animate-drawer flex-col bg-raised shadow-sheet max-wide:fixed max-wide:inset-[var(--env)_0_0] max-wide:z-30 wide:max-drawer:group-data-[open=sheet]/layout:absolute wide:max-drawer:group-data-[open=sheet]/layout:inset-[0_0_0_auto] wide:max-drawer:group-data-[open=sheet]/layout:z-6 wide:max-drawer:group-data-[open=sheet]/layout:w-[min(var(--sheet),100%)] forced-colors:border',
  head: 'flex h-bar flex-none items-center gap-1 border-line border-b pr-2 pl-4',
  body: 'relative min-h-0 flex-1 overflow-auto [:where(&_section)]:border-line [:where(&_section)]:border-b [:where(&_section)]:px-4 [:where(&_section)]:py-3 [:where(&_section>h3)]:mb-2 [:where(&_section>h3)]:flex [:where(&_section>h3)]:items-center [:where(&_section>h3)]:gap-2',
  // Hidden without actions. On a phone the text next to the buttons gets its own line.
  foot: 'flex flex-none flex-wrap items-center gap-2 border-line-strong border-t bg-surface px-4 py-2 has-[>:only-child:empty]:hidden max-wide:[&:has(>span.flex-1:not(:empty))>:is(a,button)]:flex-1 max-wide:[&>span.flex-1:not(:empty)]:min-w-full',
};
