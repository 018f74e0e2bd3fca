'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { bareButton } from '#components/ui/icon-button.tsx';

type Place = { cell: HTMLElement; host: Element; top: number; left: number };

const SIZE = 24;
const SHOWN_MS = 1_600;

/**
 * The copy button of a list's rows. There is one, which goes to the cell under the pointer: rows that are scrolled past
 * by the hundred carry none. From a row that has the focus Ctrl+C gives the same; who touches has the detail.
 */
export function RowCopy() {
  const [marker, setMarker] = useState<HTMLSpanElement | null>(null);
  return (
    <>
      <span ref={setMarker} hidden />
      {marker?.parentElement && <CopyButton list={marker.parentElement} />}
    </>
  );
}

/** `list`: the rows' frame, which it listens on. */
function CopyButton({ list }: { list: HTMLElement }) {
  const t = useTranslations('common.copy');
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const { copied, copy } = useCopied();
  useHeard({ list, button, setPlace, copy });
  useMoved(place?.cell ?? null, setPlace);
  return (
    <>
      <span className="sr-only" role="status">
        {copied ? t('done') : ''}
      </span>
      {place !== null &&
        createPortal(
          <button
            ref={button}
            type="button"
            className={cn(
              bareButton,
              'fixed z-20 m-0 bg-surface shadow-[inset_0_0_0_1px_var(--line-strong)]',
            )}
            style={{ top: place.top, left: place.left }}
            tabIndex={-1}
            title={t('value', { value: place.cell.dataset.copy ?? '' })}
            aria-label={t('value', { value: place.cell.dataset.copy ?? '' })}
            data-copied={copied || undefined}
            onClick={() => copy(place.cell)}
            onPointerLeave={({ relatedTarget }) => {
              if (!(relatedTarget instanceof Node && place.cell.contains(relatedTarget))) setPlace(null);
            }}
          >
            <Icon name={copied ? 'tick' : 'copy'} />
          </button>,
          place.host,
        )}
    </>
  );
}

/** Amounts are written as the operator's language writes them. */
function useCopied() {
  const comma = useLocale().startsWith('pt');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(
    ({ dataset: { copy: text = '', copyAmount } }: HTMLElement) =>
      void navigator.clipboard
        .writeText(comma && copyAmount !== undefined ? text.replace('.', ',') : text)
        .then(
          () => setCopied(true),
          () => setCopied(false),
        ),
    [comma],
  );
  return { copied, copy };
}

type Heard = {
  list: HTMLElement;
  button: RefObject<HTMLElement | null>;
  setPlace: (place: Place | null) => void;
  copy: (cell: HTMLElement) => void;
};

/** Listens on the list around the button: moving a pointer redraws no row. */
function useHeard({ list, button, setPlace, copy }: Heard) {
  useEffect(() => {
    const heard = new AbortController();
    const options = { signal: heard.signal };
    const onOver = ({ pointerType, target }: PointerEvent) =>
      setPlace(pointerType === 'touch' ? null : placeOf(target));
    const onKey = (event: KeyboardEvent) => {
      const cell = cellOfRow(event);
      if (cell === null) return;
      event.preventDefault();
      copy(cell);
    };
    list.addEventListener('pointerover', onOver, options);
    list.addEventListener(
      'pointerleave',
      ({ relatedTarget }) => {
        // The pointer enters the button by its icon.
        if (!(relatedTarget instanceof Node && button.current?.contains(relatedTarget))) setPlace(null);
      },
      options,
    );
    document.addEventListener('scroll', () => setPlace(null), { ...options, capture: true });
    list.addEventListener('keydown', onKey, options);
    return () => heard.abort();
  }, [list, button, setPlace, copy]);
}

/** It goes when the rows move without a scroll or end: another panel came above them, or another page. */
function useMoved(cell: HTMLElement | null, setPlace: (place: null) => void) {
  useEffect(() => {
    let known = false;
    const moved = new ResizeObserver(() => {
      // The first call tells the sizes as they are.
      if (known) setPlace(null);
      known = true;
    });
    for (let around: Element | null = cell; around !== null; around = around.parentElement)
      moved.observe(around);
    return () => moved.disconnect();
  }, [cell, setPlace]);
}

/** Ctrl+C where no words are marked: the first thing of the row that can be copied. */
function cellOfRow({ key, ctrlKey, metaKey, target }: KeyboardEvent): HTMLElement | null {
  if (key !== 'c' || !(ctrlKey || metaKey) || window.getSelection()?.isCollapsed === false) return null;
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.querySelector<HTMLElement>('[data-copy]') ?? null;
}

/** Beside the words: at the end of a text, before a number. */
function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-copy]') : null;
  if (cell === null) return null;
  const { top, height, left, right } = cell.getBoundingClientRect();
  const before = 'copyAmount' in cell.dataset;
  return {
    cell,
    // A dialog's content lies above the page.
    host: cell.closest('dialog') ?? document.body,
    top: top + (height - SIZE) / 2,
    left: before ? left : right - SIZE,
  };
}
