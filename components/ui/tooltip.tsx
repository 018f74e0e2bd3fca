'use client';

import { type ReactNode, useId, useRef } from 'react';

/** Words for what is short or cut; shown by pointer and by focus, hidden by Esc. The child is focusable itself. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const hide = () => bubble.current?.hidePopover();
  const show = (event: React.SyntheticEvent<HTMLElement>) => {
    const tip = bubble.current;
    if (tip === null || tip.matches(':popover-open')) return;
    const box = event.currentTarget.getBoundingClientRect();
    tip.showPopover();
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - width / 2), innerWidth - width - 8);
    const below = box.bottom + 6;
    const top = below + height > innerHeight ? box.top - height - 6 : below;
    Object.assign(tip.style, { left: `${left}px`, top: `${top}px` });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the child, which is the control
    <span
      className="inline-flex min-w-0"
      aria-describedby={id}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className="tooltip">
        {text}
      </span>
    </span>
  );
}
