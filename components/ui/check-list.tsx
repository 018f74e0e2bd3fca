import type { ReactNode } from 'react';

/**
 * A list of checks. Each `li` has an icon, `.what`, `.aside` at the right, and `.note` or a paragraph below;
 * the items come from several features, so this file alone styles these class names.
 */
const CHECKS =
  '[&>li]:grid [&>li]:grid-cols-[1rem_minmax(0,1fr)_auto] [&>li]:gap-x-2 [&>li]:border-b [&>li]:border-line [&>li]:py-1.5 ' +
  '[&>li:first-child]:pt-0 [&>li:last-child]:border-b-0 [&>li:last-child]:pb-0 [&>li>svg]:mt-px ' +
  '[&>li>.what]:font-medium [&>li>.what]:text-ink ' +
  '[&>li>.aside]:text-right [&>li>.aside]:text-[0.75rem] [&>li>.aside]:text-ink-3 ' +
  '[&>li>:is(.note,p)]:col-[2/4] [&>li>:is(.note,p)]:text-xs [&>li>:is(.note,p)]:text-ink-3';

/** On a phone the control of each line is below its name. */
const CONTROLS =
  'max-wide:[&>li]:grid-cols-[1rem_minmax(0,1fr)] max-wide:[&>li]:gap-y-1 ' +
  'max-wide:[&>li>:is(:nth-child(3),.note)]:col-[2]';

type Props = { controls?: boolean; className?: string; children: ReactNode };

export function CheckList({ controls = false, className = '', children }: Props) {
  return <ul className={`${CHECKS} ${controls ? CONTROLS : ''} ${className}`}>{children}</ul>;
}
