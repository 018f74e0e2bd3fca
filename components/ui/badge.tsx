import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon, type IconName, type Tone } from './icon.tsx';

const badgeVariants = cva(
  [
    'badge inline-flex h-5 items-center gap-1 rounded-1 px-1.5 align-top text-xs/4.5 font-medium whitespace-nowrap',
    'forced-colors:border forced-colors:border-[CanvasText] [&>svg]:size-3',
  ],
  {
    variants: {
      variant: {
        ok: 'bg-ok-fill text-ok-ink',
        warn: 'bg-warn-fill text-warn-ink',
        danger: 'bg-danger-fill text-danger-ink',
        flow: 'bg-flow-fill text-flow-ink',
        idle: 'bg-sunken text-ink-2',
        local: 'border border-dashed border-line-control text-ink-2',
      },
    },
  },
);

type Props = { tone?: Tone; icon?: IconName; local?: boolean; title?: string; children: ReactNode };

/** An icon and a label on a tinted background. `local` (dashed) marks a fact that only Guichê has. */
export function Badge({ tone = 'idle', icon, local = false, title, children }: Props) {
  return (
    <span
      className={badgeVariants({ variant: local ? 'local' : tone })}
      data-tone={local ? undefined : tone}
      title={title}
    >
      {icon && <Icon name={icon} tone={tone} />}
      {children}
    </span>
  );
}

type EnvTagProps = { environment: 'production' | 'sandbox'; className?: string; children: ReactNode };

/** An account's environment, in the colour of its band. */
export function EnvTag({ environment, className, children }: EnvTagProps) {
  const tint = environment === 'sandbox' && 'rounded-1 bg-env-sandbox px-0.75 text-env-sandbox-ink';
  return <span className={cn('font-semibold', tint, className)}>{children}</span>;
}
