'use client';

import { useTranslations } from 'next-intl';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { useFilterName } from './use-shown-value.ts';

type Props = {
  name: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string | null) => void;
};

/** A filter whose values the page knows and the statement does not: one of them, or any. */
export function OneChip({ name, value, options, onChoose }: Props) {
  const t = useTranslations('list.filters');
  const label = useFilterName()(name);
  const shown = value === null ? null : (options.find((one) => one.value === value)?.label ?? value);
  return (
    <Chip>
      <Menu
        label={label}
        items={[
          {
            kind: 'choice',
            id: name,
            label,
            value: value ?? '',
            onChange: (next: string) => onChoose(next || null),
            options: [{ value: '', label: t('any') }, ...options],
          },
        ]}
        trigger={<ChipButton label={label} value={shown ?? t('any')} caret={shown === null} />}
      />
      {shown !== null && <ChipRemove label={t('remove', { name: label })} onClick={() => onChoose(null)} />}
    </Chip>
  );
}
