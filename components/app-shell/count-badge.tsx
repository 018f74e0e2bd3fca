import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';

type Props = {
  words: string;
  icon?: IconName | undefined;
  tone?: Tone;
  className?: string;
  children: ReactNode;
};

/** A count at the name of a page: at its end in the side bar, below it in the rail, over its sign in the tab bar. */
export function CountBadge({ words, icon, tone, className, children }: Props) {
  return (
    <span
      className={cn(
        'ml-auto inline-flex items-center gap-1 text-[length:var(--text-2xs)] font-semibold text-danger-ink in-data-tabs:absolute in-data-tabs:top-1.5 in-data-tabs:left-[calc(50%+0.5rem)] in-data-tabs:m-0 wide:max-drawer:m-0 wide:max-drawer:text-center wide:max-drawer:leading-3.5 wide:max-drawer:tracking-[-0.02em]',
        className,
      )}
      title={words}
      data-badge=""
    >
      {icon && (
        <Icon
          name={icon}
          size="s"
          tone={tone}
          className="in-data-tabs:hidden wide:max-drawer:absolute wide:max-drawer:top-0.5 wide:max-drawer:right-2"
        />
      )}
      <span aria-hidden="true">{children}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
