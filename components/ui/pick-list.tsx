'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { menuItem } from './popover.tsx';

type Props = {
  label: string;
  options: readonly { id: string; label: string }[];
  onPick: (id: string) => void;
};

/** Letters typed within this time form one search text. */
const WORD_MS = 700;

/** The last typed text and its time (ms, event clock). */
export type Typed = { text: string; at: number };

type Step = { key: string; at: number; labels: readonly string[]; typed: Typed; now: number };

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The index a key moves to: arrows (wrapping), Home, End, or an option that starts with the typed text. */
export function listStep({ key, at, labels, typed, now }: Step): { to: number | null; typed: Typed } {
  const { length } = labels;
  const stay = { to: null, typed };
  if (length === 0) return stay;
  if (key === 'ArrowDown') return { to: (at + 1) % length, typed };
  if (key === 'ArrowUp') return { to: (Math.max(at, 0) + length - 1) % length, typed };
  if (key === 'Home') return { to: 0, typed };
  if (key === 'End') return { to: length - 1, typed };
  if ([...key].length !== 1 || (key === ' ' && typed.text === '')) return stay;
  const text = bare(now - typed.at < WORD_MS ? typed.text + key : key);
  // Repeating one letter moves to the next option that starts with it.
  const again = [...text].every((letter) => letter === text[0]);
  const prefix = again ? (text[0] ?? '') : text;
  const from = again ? at + 1 : Math.max(at, 0);
  const order = labels.map((_, step) => (from + step) % length);
  const to = order.find((position) => bare(labels[position] ?? '').startsWith(prefix));
  return { to: to ?? null, typed: { text, at: now } };
}

/** A short list to pick from, inside a layer. Arrows, Home, End and first letters move the focus. */
export function PickList({ label, options, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    const labels = options.map((option) => option.label);
    const step = listStep({ key: event.key, at, labels, typed: typed.current, now: event.timeStamp });
    typed.current = step.typed;
    if (step.to === null) return;
    event.preventDefault();
    event.stopPropagation();
    lines[step.to]?.focus();
  };
  return (
    <div ref={list} className="p-1" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {options.map((option, index) => (
        <button
          key={option.id}
          type="button"
          role="menuitem"
          tabIndex={index === 0 ? 0 : -1}
          className={cn(menuItem(), 'w-full hover:bg-hover')}
          onClick={() => onPick(option.id)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
