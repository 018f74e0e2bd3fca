import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { useCan } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Chip, ChipButton, ChipRemove, ChipText } from '#components/ui/chip.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { PickList } from '#components/ui/pick-list.tsx';
import { Popover } from '#components/ui/popover.tsx';
import type { Preset } from '#lib/core/dates.ts';
import { activeFilters } from '#lib/list/list.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { FilterEditor } from './filter-editors.tsx';
import { PeriodChip } from './period-chip.tsx';
import { chosenWords, type Field, isSet, removal } from './typed.ts';
import { type FilterState, useFilterName, useShownValue } from './use-list-filters.ts';

type Props = {
  state: FilterState;
  now: string | null;
  /** The period applied where none is chosen. */
  usual?: Preset;
  /** Word and amount filters are shown also while unset, each with its menu. */
  standing?: boolean;
  /** Content before the filters: the page's own search field, which `/` then focuses instead of a filter. */
  before?: ReactNode;
  after?: ReactNode;
  /** At the right. */
  children?: ReactNode;
};

/** The filter row above a list or in a panel. On a phone a form in it takes its own line. */
export const filterRowClasses =
  'flex max-w-full flex-none flex-wrap items-center gap-1.5 [border-bottom:var(--filters-line,0)] px-(--filters-x,var(--gutter)) pt-(--filters-top,0) pb-2 data-standing:pt-2 [&>.btn-join]:ml-auto max-wide:flex-nowrap max-wide:overflow-x-auto max-wide:[scrollbar-width:none] max-wide:has-[>form]:flex-wrap max-wide:[&>form]:flex-[1_1_100%] print:hidden';

const isAlwaysShown = ({ kind }: Field, standing: boolean) =>
  standing && (kind === 'words' || kind === 'amount');

/** A filter with one or several words; each choice applies at once. */
function WordsChip({ field, state }: { field: Extract<Field, { kind: 'words' }>; state: FilterState }) {
  const { name, known, single } = field;
  const value = useShownValue(state)(field);
  const chosen = [state.filters[name] ?? []].flat().map(String);
  const words = [...new Set([...known, ...chosen])];
  const options = words.map((word) => ({ value: word, label: state.labelOf(name, word) }));
  const choose = (next: readonly string[]) => state.set(chosenWords(field, next));
  const [first = null] = chosen;
  const choice = useChoice(name, first, options, (next) => choose(next === null ? [] : [next]));
  const checks = options.map(
    ({ value: word, label }): MenuItem => ({
      kind: 'check',
      id: word,
      label,
      checked: chosen.includes(word),
      onChange: (on) => choose(on ? [...chosen, word] : chosen.filter((other) => other !== word)),
    }),
  );
  return (
    <MenuChip
      name={name}
      items={single ? [choice] : checks}
      value={first === null ? null : value}
      onRemove={() => choose([])}
    />
  );
}

type Option = { value: string; label: string };

/** A menu's choice of one of several values, or none. */
function useChoice(
  name: string,
  value: string | null,
  options: readonly Option[],
  onChoose: (value: string | null) => void,
): MenuItem {
  const any = useTranslations('list.filters')('any');
  return {
    kind: 'choice',
    id: name,
    label: useFilterName()(name),
    value: value ?? '',
    onChange: (next) => onChoose(next || null),
    options: [{ value: '', label: any }, ...options],
  };
}

type OneChipProps = {
  name: string;
  value: string | null;
  options: readonly Option[];
  onChoose: (value: string | null) => void;
};

/** A filter with one of several values, whose options come from the page and not from the list definition. */
export function OneChip({ name, value, options, onChoose }: OneChipProps) {
  const choice = useChoice(name, value, options, onChoose);
  const shown = options.find((one) => one.value === value)?.label ?? value;
  return <MenuChip name={name} items={[choice]} value={shown} onRemove={() => onChoose(null)} />;
}

/** `value` null: the filter is not set. */
type MenuChipProps = { name: string; items: MenuItem[]; value: string | null; onRemove: () => void };

function MenuChip({ name, items, value, onRemove }: MenuChipProps) {
  const t = useTranslations('list.filters');
  const label = useFilterName()(name);
  const trigger = <ChipButton label={label} value={value ?? t('any')} caret={value === null} />;
  return (
    <Chip>
      <Menu label={label} items={items} trigger={trigger} />
      {value !== null && <ChipRemove label={t('remove', { name: label })} onClick={onRemove} />}
    </Chip>
  );
}

type ChipProps = { field: Field; state: FilterState };

/** A press edits the filter, the × removes it. */
function FilterChip({ field, state }: ChipProps) {
  const t = useTranslations('list.filters');
  const shown = useShownValue(state)(field);
  const set = isSet(field, state.filters, state.stored);
  const value = set ? shown : t('any');
  const label = useFilterName()(field.name);
  const open = useCan('reveal') || field.kind !== 'personal';
  const remove = () => {
    const change = removal(field);
    // The view shows the error (`storeError`).
    if ('store' in change) state.store(change.store).catch(() => {});
    else state.set(change.filters);
  };
  return (
    <Chip>
      {open ? (
        <Popover
          label={t('edit', { name: label })}
          trigger={<ChipButton label={label} value={value} caret={!set} />}
        >
          {(close) => <FilterEditor field={field} state={state} onDone={close} />}
        </Popover>
      ) : (
        <ChipText label={label} value={value} />
      )}
      {set && <ChipRemove label={t('remove', { name: label })} onClick={remove} />}
    </Chip>
  );
}

type AddProps = { state: FilterState; standing: boolean; searches: boolean };

/** Adds a filter: which one, then its value. `searches`: `/` opens it at the first usable text filter. */
function AddFilter({ state, standing, searches }: AddProps) {
  const t = useTranslations('list.filters');
  const nameOf = useFilterName();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Field | null>(null);
  const reveal = useCan('reveal');
  const unsetFields = state.fields.filter(
    (field) =>
      (reveal || field.kind !== 'personal') &&
      !isAlwaysShown(field, standing) &&
      !isSet(field, state.filters, state.stored),
  );
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setChosen(null);
  };
  const text = state.fields.find(({ kind }) => kind === 'text' || (kind === 'personal' && reveal));
  const search = (event: KeyboardEvent) => {
    event.preventDefault();
    setChosen(text ?? null);
    setOpen(true);
  };
  useShortcut('/', search, {
    label: useTranslations('list.keys')('search'),
    enabled: searches && text !== undefined,
  });
  if (unsetFields.length === 0 && !open) return null;
  return (
    <Chip dashed>
      <Popover
        label={t('addLabel')}
        open={open}
        onOpenChange={change}
        padded={chosen !== null}
        trigger={
          <ChipButton
            aria-label={t('addLabel')}
            label={
              <>
                <Icon name="plus" size="s" />
                {t('add')}
              </>
            }
          />
        }
      >
        {chosen === null ? (
          <PickList
            label={t('addLabel')}
            options={unsetFields.map(({ name }) => ({ id: name, label: nameOf(name) }))}
            onPick={(name) => setChosen(unsetFields.find((field) => field.name === name) ?? null)}
          />
        ) : (
          <FilterEditor field={chosen} state={state} onDone={() => change(false)} />
        )}
      </Popover>
    </Chip>
  );
}

/** Shows the active filters of the list and offers the others. */
export function FilterBar({ state, now, usual, standing = false, before, after, children }: Props) {
  const t = useTranslations('list.filters');
  return (
    <search className={filterRowClasses} data-standing={standing ? '' : undefined} aria-label={t('region')}>
      {before}
      {'from' in state.filters && (
        <PeriodChip
          span={periodOf(state.filters)}
          usual={usual}
          now={now}
          onChange={(span) => state.set(span)}
        />
      )}
      {state.fields
        .filter((field) => isAlwaysShown(field, standing) || isSet(field, state.filters, state.stored))
        .map((field) =>
          standing && field.kind === 'words' ? (
            <WordsChip key={field.name} field={field} state={state} />
          ) : (
            <FilterChip key={field.name} field={field} state={state} />
          ),
        )}
      <AddFilter state={state} standing={standing} searches={before === undefined} />
      {after}
      {activeFilters(state.filters).length > 1 && (
        <Button variant="quiet" onClick={state.clear}>
          {t(standing ? 'clear' : 'clearAll')}
        </Button>
      )}
      {children !== undefined && <span className="flex-1 max-wide:hidden" />}
      {children}
    </search>
  );
}
