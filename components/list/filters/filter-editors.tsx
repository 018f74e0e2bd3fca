import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { focusOnMount, PlainField } from '#components/ui/plain-field.tsx';
import { clean, type PastedKind, strangeCharacter } from '#lib/core/clean.ts';
import { centsToDecimal, parseTypedBrl } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { endToEndSpellings } from '#lib/core/pix/end-to-end-id.ts';
import { pasteOf } from '#lib/list/list.ts';
import { type DocumentAnswer, readDocument } from '#lib/transactions/paste.ts';
import {
  boundsIn,
  boundsOf,
  type Change,
  chosenWords,
  type Field,
  removal,
  type TextField,
  typedOf,
  type Values,
} from './typed.ts';
import { type FilterState, useFilterName } from './use-list-filters.ts';

type EditorProps<F = Field> = { field: F; state: FilterState; onDone: () => void };
type Of<K extends Field['kind']> = Extract<Field, { kind: K }>;

export function FilterEditor({ field, state, onDone }: EditorProps) {
  if (field.kind === 'words') return <WordEditor field={field} state={state} />;
  if (field.kind === 'amount') return <AmountEditor field={field} state={state} onDone={onDone} />;
  return <TextEditor field={field} state={state} onDone={onDone} />;
}

/** One or several words; each choice applies at once. Unknown words from the address stay listed. */
function WordEditor({ field, state }: Omit<EditorProps<Of<'words'>>, 'onDone'>) {
  const { name, known, single } = field;
  const label = useFilterName()(name);
  const chosen = [state.filters[name] ?? []].flat().map(String);
  const words = [...new Set([...known, ...chosen])];
  const toggle = (word: string, on: boolean) => {
    const next = on ? [...(single ? [] : chosen), word] : chosen.filter((other) => other !== word);
    state.set(chosenWords(field, next));
  };
  return (
    <fieldset className="grid min-w-48 gap-2">
      <legend className="cap mb-2">{label}</legend>
      {words.map((word, index) => (
        <CheckLine
          key={word}
          autoFocus={index === 0}
          checked={chosen.includes(word)}
          onChange={(event) => toggle(word, event.target.checked)}
        >
          {state.labelOf(name, word)}
        </CheckLine>
      ))}
    </fieldset>
  );
}

type FormProps = { wide?: boolean; error?: unknown; onSubmit: () => void; children: ReactNode };

function EditorForm({ wide = false, error = null, onSubmit, children }: FormProps) {
  const t = useTranslations('list.filters');
  return (
    <form
      className={cn('grid min-w-0 grid-cols-1 gap-3', wide ? 'w-72' : 'w-64')}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error !== null && <ErrorCard error={error} />}
      <Button type="submit" variant="main">
        {t('apply')}
      </Button>
    </form>
  );
}

const typedAmount = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents).replace('.', ','));

/** The paste cleaning of a filter's field; null for a name, which stays as typed. */
const pastedInto = (field: TextField): PastedKind | null =>
  field.kind === 'personal' && field.form !== 'document' ? null : pasteOf(field);

/** Parses a typed filter: a change, or the name of the error. Empty text removes the filter. */
export function readTyped(
  field: TextField,
  typed: string,
): Change | { error: 'endToEndId' | 'document' | 'sign' | 'tooShort' } {
  const paste = pastedInto(field);
  const plain = paste === null ? typed.trim() : clean(paste, typed);
  const text = endToEndSpellings(plain)[0] ?? plain;
  if (text === '') return removal(field);
  const { form, name } = field;
  if (paste !== null && strangeCharacter(paste, text) !== null) return { error: 'sign' };
  if (form === 'document' && readDocument(text)?.ok !== true) return { error: 'document' };
  if (form === 'endToEndId' && !/^[ED][0-9A-Za-z]{31}$/.test(text)) return { error: 'endToEndId' };
  if (text.length < field.least) return { error: 'tooShort' };
  if (field.kind === 'text') return { filters: { [name]: text } };
  return { store: { [name]: form === 'document' ? normalizeDocument(text) : text } };
}

/** Parses two typed amounts: a change, or the name of the error. */
export function readBounds(
  field: { exact: boolean },
  typed: { from: string; to: string },
): { filters: Values } | { error: 'amount' | 'amountZero' | 'crossed' } {
  const read = (text: string) => (text.trim() === '' ? null : (parseTypedBrl(text) ?? Number.NaN));
  const [from, to] = [read(typed.from), read(typed.to)];
  if (Number.isNaN(from) || Number.isNaN(to)) return { error: 'amount' };
  if (from === 0 || to === 0) return { error: 'amountZero' };
  if (from !== null && to !== null && from > to) return { error: 'crossed' };
  return { filters: boundsIn(field, from, to) };
}

/** Edits the lower and upper bound; equal bounds mean one exact amount. */
function AmountEditor({ field, state, onDone }: EditorProps<Of<'amount'>>) {
  const t = useTranslations('list.filters');
  const id = useId();
  const [typed, setTyped] = useState(() => {
    const { from, to } = boundsOf(state.filters);
    return { from: typedAmount(from), to: typedAmount(to) };
  });
  const ends = field.only ? (['from'] as const) : (['from', 'to'] as const);
  const read = readBounds(field, field.only ? { from: typed.from, to: typed.from } : typed);
  const error = 'error' in read ? read.error : null;
  const submit = () => {
    if ('error' in read) return;
    state.set(read.filters);
    onDone();
  };
  return (
    <EditorForm onSubmit={submit}>
      {ends.map((end) => (
        <PastedField
          key={end}
          paste="amount"
          label={t(field.only ? 'name.amount' : end)}
          rule={field.only && t('exact')}
          unit="R$"
          inputMode="decimal"
          maxLength={24}
          value={typed[end]}
          ref={end === 'from' ? focusOnMount : undefined}
          aria-invalid={error !== null && typed[end].trim() !== ''}
          aria-describedby={id}
          onChange={(text) => setTyped({ ...typed, [end]: text })}
        />
      ))}
      <p id={id} className={fieldAnswer({ error: error !== null })}>
        {error === null ? t('signless') : t(`error.${error}`)}
      </p>
    </EditorForm>
  );
}

function TextEditor({ field, state, onDone }: EditorProps<TextField>) {
  const t = useTranslations('list.filters');
  const [text, setText] = useState(() => typedOf(field, state.filters, state.stored));
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const label = useFilterName()(field.name);
  const errors = useTranslations('list.filters.error');
  const documentErrorText = useDocumentErrorText();
  const errorText = () => {
    const read = readTyped(field, text);
    // The field itself names a character that is not allowed.
    if (!('error' in read) || read.error === 'sign') return null;
    if (read.error !== 'document') return errors(read.error, { has: text.trim().length, least: field.least });
    const answer = readDocument(text);
    return answer === null || answer.ok ? null : documentErrorText(answer);
  };
  const textError = errorText();
  const paste = pastedInto(field);
  const submit = async () => {
    setTried(true);
    const change = readTyped(field, text);
    if ('error' in change) return;
    try {
      if ('store' in change) await state.store(change.store);
      else state.set(change.filters);
      onDone();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const control = {
    label,
    rule: t(`rule.${(field.rule ?? field.name) as 'name'}`),
    error: tried && textError,
    hint: textError,
    value: text,
    maxLength: field.most,
    ref: focusOnMount,
    onChange: setText,
  };
  return (
    <EditorForm wide error={error} onSubmit={() => void submit()}>
      {paste === null ? <PlainField {...control} /> : <PastedField {...control} paste={paste} />}
      {field.kind === 'personal' && <p className="text-xs text-ink-3">{t('private')}</p>}
    </EditorForm>
  );
}

/** Explains in one sentence why a text is not a CPF or CNPJ. */
function useDocumentErrorText(): (answer: Extract<DocumentAnswer, { ok: false }>) => string {
  const t = useTranslations('list.filters.error');
  return (answer) => {
    const kind = answer.kind.toUpperCase();
    if (answer.reason !== 'length') return t(answer.reason, { kind });
    return t(answer.has < answer.takes ? 'short' : 'long', { has: answer.has, kind, takes: answer.takes });
  };
}

export function DocumentError({ id, answer }: { id?: string; answer: DocumentAnswer }) {
  const errorText = useDocumentErrorText();
  if (answer.ok) return null;
  return (
    <p id={id} className={cn(fieldAnswer(), 'px-2 py-1')} role="status">
      <Icon name="info" tone="warn" />
      <span>{errorText(answer)}</span>
    </p>
  );
}
