'use client';

import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type ComponentProps, type FocusEvent, useState } from 'react';
import { AreaField, PlainField } from '#components/ui/plain-field.tsx';
import { cleaned, type Loss, type Paste, strangeCharacter } from '#lib/core/clean.ts';

type Selection = { value: string; selectionStart: number | null; selectionEnd: number | null };
type Control = HTMLInputElement | HTMLTextAreaElement;
type Pasted = { paste: Paste; value: string; onChange: (next: string) => void };

/** A one-line field that cleans its text on paste and on blur, and names below what it removed. */
export function PastedField(props: Omit<ComponentProps<typeof PlainField>, keyof Pasted> & Pasted) {
  const { paste: _, ...rest } = props;
  return <PlainField {...rest} {...usePasted(props)} />;
}

/** The same with several lines. */
export function PastedArea(props: Omit<ComponentProps<typeof AreaField>, keyof Pasted> & Pasted) {
  const { paste: _, ...rest } = props;
  return <AreaField {...rest} {...usePasted(props)} />;
}

type Props<C extends Control> = Pasted &
  Pick<ComponentProps<typeof PlainField>, 'hint' | 'error' | 'maxLength'> & {
    onBlur?: ((event: FocusEvent<C>) => void) | undefined;
    onPaste?: ((event: ClipboardEvent<C>) => void) | undefined;
  };

/** Props of a control that cleans its value: the hint names what was removed, the error a forbidden sign. */
export function usePasted<C extends Control>(props: Props<C>) {
  const { paste, value, onChange, hint, error, maxLength = Number.POSITIVE_INFINITY } = props;
  const t = useTranslations('common.cleaned');
  const [last, setLast] = useState<{ value: string; lost: readonly Loss[] }>({ value: '', lost: [] });
  const applyText = (text: string) => {
    const next = cleaned(paste, text);
    setLast({ value: next.value, lost: next.lost });
    // Text that is too long is not cut but rejected: its beginning would be a different value.
    onChange(next.value);
  };
  const lost = last.value === value ? last.lost : [];
  const sign = strangeCharacter(paste, cleaned(paste, value).value);
  return {
    value,
    onChange,
    hint: lost.length === 0 ? hint : t('took', { what: lost.map((loss) => t(`losses.${loss}`)).join(', ') }),
    error: sign === null ? error : t('sign', { sign }),
    onBlur: (event: FocusEvent<C>) => {
      if (cleaned(paste, value).value !== value) applyText(value);
      props.onBlur?.(event);
    },
    onPaste: (event: ClipboardEvent<C>) => {
      props.onPaste?.(event);
      if (event.defaultPrevented) return;
      const whole = wholeText(event.currentTarget, event.clipboardData.getData('text'));
      if (whole === null) return;
      // Other text is left to the browser, so that undo works; but it would cut text that is too long.
      if (whole.length <= maxLength && cleaned(paste, whole).value === whole) return;
      event.preventDefault();
      applyText(whole);
    },
  };
}

/** The text with the paste inserted at the selection; null where the control has no selection API. */
export function wholeText({ value, selectionStart, selectionEnd }: Selection, text: string): string | null {
  if (value === '') return text;
  if (selectionStart === null || selectionEnd === null) return null;
  return `${value.slice(0, selectionStart)}${text}${value.slice(selectionEnd)}`;
}
