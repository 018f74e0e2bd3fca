'use client';

import { useMemo } from 'react';
import { Button } from '#components/ui/button.tsx';
import { usePaletteActions, useShortcut } from './command-context.tsx';

type Props = {
  /** What it makes, and its name in the palette: "Nova cobrança". */
  label: string;
  onPress: () => void;
};

/** The one filled button of a list's head: opens the form beside the list, like `n` and the palette's line. */
export function NewButton({ label, onPress }: Props) {
  const actions = useMemo(
    () => [{ id: 'new', label, icon: 'plus' as const, keys: 'n', run: onPress }],
    [label, onPress],
  );
  usePaletteActions('new', actions);
  useShortcut(
    'n',
    (event) => {
      // Else the letter would be typed into the field that takes the focus.
      event.preventDefault();
      onPress();
    },
    { label },
  );
  return (
    <Button
      variant="main"
      icon="plus"
      onClick={onPress}
      title={label}
      aria-label={label}
      aria-keyshortcuts="n"
    >
      <span className="@max-[30rem]/room:sr-only">{label}</span>{' '}
      <kbd className="max-wide:hidden @max-[56rem]/room:hidden">n</kbd>
    </Button>
  );
}
