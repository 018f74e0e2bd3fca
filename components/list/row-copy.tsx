'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#components/ui/icon.tsx';

type Place = { cell: HTMLElement; host: Element; top: number; left: number };

const SIZE = 24;
const SHOWN_MS = 1_600;

/**
 * The copy button of a list's rows. There is one, which goes to the cell under the pointer: rows that are scrolled past
 * by the hundred carry none. From a row that has the focus Ctrl+C gives the same; who touches has the detail.
 */
export function RowCopy() {
  const t = useTranslations('common.copy');
  const marker = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const { copied, copy } = useCopied();
  useHeard({ marker, button, setPlace, copy });

  return (
    <>
      <span ref={marker} hidden />
      <span className="sr-only" role="status">
        {copied ? t('done') : ''}
      </span>
      {place !== null &&
        createPortal(
          <button
            ref={button}
            type="button"
            className="copy-btn row-copy"
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
  marker: RefObject<HTMLElement | null>;
  button: RefObject<HTMLElement | null>;
  setPlace: (place: Place | null) => void;
  copy: (cell: HTMLElement) => void;
};

/** Listens on the list around the button: moving a pointer redraws no row. */
function useHeard({ marker, button, setPlace, copy }: Heard) {
  useEffect(() => {
    const list = marker.current?.parentElement;
    if (list == null) return;
    const heard = new AbortController();
    const options = { signal: heard.signal };
    list.addEventListener(
      'pointerover',
      ({ pointerType, target }) => setPlace(pointerType === 'touch' ? null : placeOf(target)),
      options,
    );
    list.addEventListener(
      'pointerleave',
      ({ relatedTarget }) => {
        // The pointer enters the button by its icon.
        if (!(relatedTarget instanceof Node && button.current?.contains(relatedTarget))) setPlace(null);
      },
      options,
    );
    document.addEventListener('scroll', () => setPlace(null), { ...options, capture: true });
    list.addEventListener(
      'keydown',
      (event) => {
        const cell = cellOfRow(event);
        if (cell === null) return;
        event.preventDefault();
        copy(cell);
      },
      options,
    );
    return () => heard.abort();
  }, [marker, button, setPlace, copy]);
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
