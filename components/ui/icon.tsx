import type { IconName } from './icon-shapes.ts';

export type { IconName, StatusShape } from './icon-shapes.ts';
export type Tone = 'ok' | 'warn' | 'danger' | 'flow' | 'idle';

type Props = { name: IconName; size?: 's' | 'm'; tone?: Tone | undefined; className?: string };

/** A drawn sign, of those that the document holds; always decoration, its words stand beside it or in the label. */
export function Icon({ name, size = 'm', tone, className = '' }: Props) {
  const classes = ['icon', size === 's' && 'icon-s', tone && `tone-${tone}`, className]
    .filter(Boolean)
    .join(' ');
  return (
    <svg className={classes} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
