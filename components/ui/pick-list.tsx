'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { menuItem } from './layer-styles.ts';

type Props = {
  label: string;
  options: readonly { id: string; label: string }[];
  onPick: (id: string) => void;
};

/** Letters closer together than this are one word. */
const WORD_MS = 700;

/** Last typed text, and its time (ms of the events' own clock). */
export type Typed = { text: string; at: number };

type Step = { key: string; at: number; words: readonly string[]; typed: Typed; now: number };

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Where a key leads in a list: arrows go round, Home, End, or the next line that begins with what is typed. */
export function listStep({ key, at, words, typed, now }: Step): { to: number | null; typed: Typed } {
  const { length } = words;
  const kept = { to: null, typed };
  if (length === 0) return kept;
  if (key === 'ArrowDown') return { to: (at + 1) % length, typed };
  if (key === 'ArrowUp') return { to: (Math.max(at, 0) + length - 1) % length, typed };
  if (key === 'Home') return { to: 0, typed };
  if (key === 'End') return { to: length - 1, typed };
  if ([...key].length !== 1 || (key === ' ' && typed.text === '')) return kept;
  const text = bare(now - typed.at < WORD_MS ? typed.text + key : key);
  // The same letter again goes on to the next line that begins with it.
  const again = [...text].every((letter) => letter === text[0]);
  const sought = again ? (text[0] ?? '') : text;
  const from = again ? at + 1 : Math.max(at, 0);
  const order = words.map((_, step) => (from + step) % length);
  const to = order.find((place) => bare(words[place] ?? '').startsWith(sought));
  return { to: to ?? null, typed: { text, at: now } };
}

/** A short list to take one thing from, inside a layer: the focus starts on the first and moves by arrows, Home, End and first letters. */
export function PickList({ label, options, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = lines();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const words = options.map((option) => option.label);
    const step = listStep({ key: event.key, at, words, typed: typed.current, now: event.timeStamp });
    typed.current = step.typed;
    if (step.to === null) return;
    event.preventDefault();
    event.stopPropagation();
    all[step.to]?.focus();
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
