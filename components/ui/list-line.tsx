import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName, type Tone } from './icon.tsx';

/** A list of items, each with an icon, a name over a note, and its own buttons. */
export function LineList({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      className={cn(
        '[:where(&>li)]:flex [:where(&>li)]:flex-wrap [:where(&>li)]:items-center [:where(&>li)]:gap-x-3 [:where(&>li)]:gap-y-1 [:where(&>li)]:border-b',
        '[:where(&>li)]:border-line [:where(&>li)]:py-2 [&>li:last-child]:border-b-0',
        className,
      )}
      {...rest}
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
