'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps, MouseEvent } from 'react';

type Props = ComponentProps<'a'> & { href: string };

/**
 * A link whose page is made ready once pointer or focus come near. The framework's own would do so for every link in
 * sight: a dozen pages for each that is opened, on the line and the processor that the opened one needs; and it is a
 * script of 2 KB on every page, for the two calls of its router that stand here.
 */
export function Link({ href, onPointerEnter, onFocus, onClick, ...rest }: Props) {
  const router = useRouter();
  return (
    <a
      onPointerEnter={(event) => {
        router.prefetch(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        router.prefetch(href);
        onFocus?.(event);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || leavesTheTab(event)) return;
        event.preventDefault();
        router.push(href);
      }}
      {...rest}
      href={href}
    />
  );
}

/** Tells if the browser follows it itself: into another tab or window, a download, another origin. */
function leavesTheTab(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { currentTarget: link } = event;
  const apart = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const beside = link.target !== '' && link.target !== '_self';
  return apart || beside || link.hasAttribute('download') || link.origin !== location.origin;
}
