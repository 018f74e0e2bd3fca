import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { Icon, type IconName, type Tone } from './icon.tsx';

const ICONS_BY_TONE: Record<Tone, IconName> = {
  ok: 'check',
  warn: 'triangle',
  danger: 'octagon',
  flow: 'half',
  idle: 'info',
};

/** Classes of a callout: coloured edge, icon, text. Text wraps anywhere: a long address has no blank. */
export const calloutVariants = cva(
  [
    'callout grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 wrap-anywhere text-ink-2 [&>svg]:mt-px',
  ],
  {
    variants: {
      tone: {
        ok: 'border-ok-line',
        warn: 'border-warn-line',
        danger: 'border-danger-line',
        flow: 'border-flow-line',
        idle: 'border-line-strong border-l-idle-line',
      },
      variant: {
        box: 'items-start rounded-2 border border-l-3 px-3 py-2',
        thin: 'items-start rounded-2 border border-l-3 border-y-transparent border-r-transparent px-2 py-0.5 text-xs',
        banner: 'flex-none items-center border-b border-l-4 px-gutter py-2',
      },
    },
    compoundVariants: [
      { variant: ['box', 'banner'], tone: 'ok', class: 'bg-ok-fill' },
      { variant: ['box', 'banner'], tone: 'warn', class: 'bg-warn-fill' },
      { variant: ['box', 'banner'], tone: 'danger', class: 'bg-danger-fill' },
      { variant: ['box', 'banner'], tone: 'flow', class: 'bg-flow-fill' },
      { variant: ['box', 'banner'], tone: 'idle', class: 'bg-surface' },
    ],
    defaultVariants: { tone: 'idle', variant: 'box' },
  },
);

type Props = {
  tone?: Tone;
  icon?: IconName;
  /** One bold sentence: what happened. */
  title?: ReactNode;
  /** One plain sentence: what to do. */
  children?: ReactNode;
  action?: ReactNode;
  variant?: 'thin' | 'banner';
  /** `status` or `alert` where the callout appears without a press. */
  role?: 'status' | 'alert';
};

/** At most two on a screen; a third belongs in a list. */
export function Callout({ tone = 'idle', icon, title, children, action, variant, role }: Props) {
  return (
    <div className={calloutVariants({ tone, variant })} data-tone={tone} role={role}>
      <Icon name={icon ?? ICONS_BY_TONE[tone]} tone={tone} />
      <div className="min-w-0">
        {title && <b className={variant === 'banner' ? 'mr-1' : 'block'}>{title}</b>}
        {children && <span>{children}</span>}
      </div>
      {action && (
        <div className="self-center max-wide:col-2 max-wide:mt-1 max-wide:justify-self-start">{action}</div>
      )}
    </div>
  );
}
