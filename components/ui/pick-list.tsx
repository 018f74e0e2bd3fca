'use client';

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { menuItem } from './layer-styles.ts';
import { listStep } from './list-step.ts';

type Props = {
  label: string;
  options: readonly { id: string; label: string }[];
  onPick: (id: string) => void;
};

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
