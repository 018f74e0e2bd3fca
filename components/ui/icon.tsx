import { type IconName, SHAPES, type Shape } from './icon-shapes.ts';

export type { IconName, StatusShape } from './icon-shapes.ts';
export type Tone = 'ok' | 'warn' | 'danger' | 'flow' | 'idle';

type Props = { name: IconName; size?: 's' | 'm'; tone?: Tone | undefined; className?: string };

/** A drawn sign; always decoration, the words stand beside it or in the control's label. */
export function Icon({ name, size = 'm', tone, className = '' }: Props) {
  const shape: Shape = SHAPES[name];
  const classes = ['icon', size === 's' && 'icon-s', tone && `tone-${tone}`, className]
    .filter(Boolean)
    .join(' ');
  return (
    <svg className={classes} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {shape.solid && <path d={shape.solid} fill="currentColor" stroke="none" />}
      {shape.dash && <path d={shape.dash} strokeDasharray={shape.gaps} />}
      {shape.line && (
        <path d={shape.line} {...(shape.width ? { style: { strokeWidth: shape.width } } : {})} />
      )}
      {shape.cut && <path d={shape.cut} style={{ stroke: 'var(--surface)', strokeWidth: shape.width }} />}
    </svg>
  );
}
