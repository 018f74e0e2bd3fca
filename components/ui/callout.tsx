import type { ReactNode } from 'react';
import { Icon, type IconName, type Tone } from './icon.tsx';

const SHAPES: Record<Tone, IconName> = {
  ok: 'check',
  warn: 'triangle',
  danger: 'octagon',
  flow: 'half',
  idle: 'info',
};

type Props = {
  tone?: Tone;
  icon?: IconName;
  /** One bold sentence: what. */
  title?: ReactNode;
  /** One plain sentence: what to do. */
  children?: ReactNode;
  action?: ReactNode;
  variant?: 'thin' | 'banner';
  /** `status` or `alert` where it appears by itself. */
  role?: 'status' | 'alert';
};

/** At most two on a screen; a third belongs in a list. */
export function Callout({ tone = 'idle', icon, title, children, action, variant, role }: Props) {
  return (
    <div className={variant ? `callout callout-${variant}` : 'callout'} data-tone={tone} role={role}>
      <Icon name={icon ?? SHAPES[tone]} tone={tone} />
      <div className="min-w-0">
        {title && <b className={variant === 'banner' ? 'mr-1' : 'block'}>{title}</b>}
        {children && <span>{children}</span>}
      </div>
      {action && <div className="callout-action">{action}</div>}
    </div>
  );
}
