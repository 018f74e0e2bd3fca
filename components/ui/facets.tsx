'use client';

import type { ReactNode } from 'react';
import { Status, type StatusKind } from './status.tsx';

type Facet<V extends string> = {
  value: V;
  label: ReactNode;
  figure: ReactNode;
  note?: ReactNode;
  kind?: StatusKind;
};
type Props<V extends string> = {
  label: string;
  chosen: readonly V[];
  onToggle: (value: V) => void;
  items: readonly Facet<V>[];
};

/** Choices that carry counts or sums. */
export function Facets<V extends string>({ label, chosen, onToggle, items }: Props<V>) {
  return (
    <fieldset className="facets" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={chosen.includes(item.value)}
          onClick={() => onToggle(item.value)}
        >
          {item.kind ? (
            <Status kind={item.kind} calm className="text-xs">
              {item.label}
            </Status>
          ) : (
            <span className="text-xs">{item.label}</span>
          )}
          <b>{item.figure}</b>
          {item.note && <span className="cap">{item.note}</span>}
        </button>
      ))}
    </fieldset>
  );
}
