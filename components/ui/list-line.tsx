import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName, type Tone } from './icon.tsx';

/** A list of items, each with an icon, a name over a note, and its own buttons. */
export function LineList(props: Omit<ComponentProps<'ul'>, 'className'>) {
  return (
    <ul
      className="[:where(&>li)]:flex [:where(&>li)]:flex-wrap [:where(&>li)]:items-center [:where(&>li)]:gap-x-3 [:where(&>li)]:gap-y-1 [:where(&>li)]:border-b [:where(&>li)]:border-line [:where(&>li)]:py-2 [&>li:last-child]:border-b-0"
      {...props}
    />
  );
}

type Props = { icon?: IconName; tone?: Tone; name: ReactNode; note: ReactNode; children?: ReactNode };

/** One item of a `LineList`: icon, name over a note, and at the right its time or its buttons. */
export function ListLine({ icon, tone = 'idle', name, note, children }: Props) {
  return (
    <li>
      {icon && <Icon name={icon} tone={tone} />}
      <div className="min-w-0 flex-1 basis-40">
        <div className="break-words text-ink">{name}</div>
        <div className="text-xs break-words text-ink-3">{note}</div>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2 text-xs text-ink-3">{children}</div>
    </li>
  );
}

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

type CheckListProps = { controls?: boolean; className?: string; children: ReactNode };

export function CheckList({ controls = false, className = '', children }: CheckListProps) {
  return <ul className={`${CHECKS} ${controls ? CONTROLS : ''} ${className}`}>{children}</ul>;
}
