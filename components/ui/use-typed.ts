'use client';

import { type KeyboardEvent, useState } from 'react';

type Options = {
  value: string;
  onChange: (value: string) => void;
  /** The value that a text names; null where it names none. */
  read: (text: string) => string | null;
  /** The value as the page writes it; text that is no value stays as it is. */
  write: (value: string) => string;
};

/**
 * The control of a field whose value is written in several ways: as it is typed while it is typed, and as the page
 * writes it once the field is left. Text that names no value becomes the value, so that its form can refuse it.
 */
export function useTyped({ value, onChange, read, write }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => setTyped(null);
  return {
    isTyping: typed !== null,
    control: {
      value: typed ?? write(value),
      onChange: (text: string) => {
        setTyped(text);
        onChange(read(text) ?? text.trim());
      },
      onBlur: leave,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') leave();
      },
    },
  };
}
