import type { ReactNode } from 'react';

/**
 * Facts that hold or do not: shape, `what`, `aside` at the right, `note` or paragraph below. The items stand in
 * several features; the classes of their parts are named here alone.
 */
const CHECKS =
  '[&>li]:grid [&>li]:grid-cols-[1rem_minmax(0,1fr)_auto] [&>li]:gap-x-2 [&>li]:border-b [&>li]:border-line [&>li]:py-1.5 ' +
  '[&>li:first-child]:pt-0 [&>li:last-child]:border-b-0 [&>li:last-child]:pb-0 [&>li>svg]:mt-px ' +
  '[&>li>.what]:font-medium [&>li>.what]:text-ink ' +
  '[&>li>.aside]:text-right [&>li>.aside]:text-[0.75rem] [&>li>.aside]:text-ink-3 ' +
  '[&>li>:is(.note,p)]:col-[2/4] [&>li>:is(.note,p)]:text-xs [&>li>:is(.note,p)]:text-ink-3';

/** On a phone the control of each line stands below its name. */
const CONTROLS =
  'max-wide:[&>li]:grid-cols-[1rem_minmax(0,1fr)] max-wide:[&>li]:gap-y-1 ' +
  'max-wide:[&>li>:is(:nth-child(3),.note)]:col-[2]';

type Props = { controls?: boolean; className?: string; children: ReactNode };

export function CheckList({ controls = false, className = '', children }: Props) {
  return <ul className={`${CHECKS} ${controls ? CONTROLS : ''} ${className}`}>{children}</ul>;
}
