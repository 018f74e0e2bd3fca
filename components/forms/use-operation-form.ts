'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useSession } from '#components/shell/session-context.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Fault, type FormDescription, faultsIn } from '#lib/form.ts';
import { type KeptForm, keptForm } from './kept.ts';
import { type AnswerOf, type BodyOf, type EndpointKey, useOperation } from './use-operation.ts';

type Options<K extends EndpointKey, V, F> = Omit<
  NonNullable<Parameters<typeof useOperation<K>>[1]>,
  'intent' | 'onDone'
> & {
  facts: F;
  /** What it holds at first, where that is not the description's blank. */
  first?: V;
  /** Name under which what is typed survives a reload. Never of a form that holds a secret. */
  kept?: string;
  /** A fault's code in words; what the server or the provider wrote stays as it is. */
  words?: (fault: string, field: keyof V & string) => string | null;
  onDone?: (answer: AnswerOf<K>, body: BodyOf<K>, values: V) => unknown;
};

/** A change with the fields of its description: values, faults, what survives a reload, and the sending of it all. */
export function useOperationForm<K extends EndpointKey, V extends object, F>(
  /** Where it goes may depend on what was typed. */
  endpoint: K | ((values: V) => K),
  form: FormDescription<V, F, BodyOf<K>>,
  { facts, first = form.blank, kept: name, words = asTold, onDone, ...options }: Options<K, V, F>,
) {
  const fields = useFields(form, facts, first, name);
  const { values, faults, kept, tried } = fields;
  const operation = useOperation(typeof endpoint === 'function' ? endpoint(values) : endpoint, {
    ...options,
    ...(kept === null ? {} : { intent: kept }),
    onDone: async (answer, body) => {
      fields.sent();
      await onDone?.(answer, body, values);
    },
  });
  const set = (part: Partial<V>) => {
    operation.clear();
    fields.set(part);
  };
  const refused = refusedFields(operation.error);
  const told = (field: keyof V & string): Fault => {
    const { early = Number.POSITIVE_INFINITY, wire = [field] } = form.fields[field];
    const own = tried || lengthOf(values[field]) >= early ? faults.get(field) : undefined;
    const fault = wire.map((member) => refused.get(member)).find((one) => one !== undefined) ?? own;
    return fault ? words(fault, field) : null;
  };
  return {
    ...operation,
    ...fields,
    described: form,
    facts,
    set,
    /** What the page itself fills in: what was refused stays told. */
    fill: fields.set,
    /** What a field's control takes. */
    at: <N extends keyof V & string>(field: N) => ({
      value: values[field],
      onChange: (value: V[N]) => set({ [field]: value } as unknown as Partial<V>),
      error: told(field),
    }),
    good: faults.size === 0,
    /** Something was typed that only this page has. */
    unsaved: fields.dirty && kept === null && operation.begun === null,
    /** What the server said of one member of the body; null: nothing. */
    toldOf: (member: string): Fault => refused.get(member) ?? null,
    saidAtFields: areAtFields(form, refused, operation.problem),
    submit: () => fields.check(() => operation.submit(form.body(values, facts))),
    restore: () => fields.previous !== null && set(fields.previous),
  };
}

/** A form's fields, for a part of it that draws some of them. */
export type FieldsOf<V extends object> = {
  values: V;
  set: (part: Partial<V>) => void;
  at: <N extends keyof V & string>(
    field: N,
  ) => { value: V[N]; onChange: (value: V[N]) => void; error: Fault };
};

/** What stands in the fields now, and what is wrong with it. */
function useFields<V extends object, F>(
  form: FormDescription<V, F, unknown>,
  facts: F,
  first: V,
  name: string | undefined,
) {
  const { watch, reset, setValue, getValues, handleSubmit, formState } = useForm<FieldValues>({
    defaultValues: first,
  });
  const { isDirty: dirty, isSubmitted: tried } = formState;
  // The library's own object changes in place.
  const values = { ...watch() } as V;
  const kept = useKeptValues<V>(name, reset, first);
  const [previous, setPrevious] = useState<V | null>(null);
  const faults = faultsIn(form, values, facts);
  const set = (part: Partial<V>) => {
    for (const [field, value] of Object.entries(part)) setValue(field, value, { shouldDirty: true });
    kept?.write(getValues() as V);
  };
  /** Marks what is wrong; goes on where nothing is. */
  const check = (goOn: () => unknown) => handleSubmit(() => (faults.size === 0 ? goOn() : undefined))();
  /** A form that is kept is blank again; what it held can be taken up once more. */
  const sent = () => {
    setPrevious(values);
    if (kept !== null) reset(form.blank);
  };
  return { values, faults, kept, tried, dirty, previous, set, check, sent };
}

/** What was typed before a reload is back once the page is in the browser: the server cannot know it. */
function useKeptValues<V extends object>(
  name: string | undefined,
  reset: (values: V, keep: object) => void,
  first: V,
): KeptForm<V> | null {
  const { session, account } = useSession();
  const operator = session.operator.id;
  const kept = useMemo(
    () => (name === undefined ? null : keptForm<V>(operator, account.slug, name)),
    [operator, account.slug, name],
  );
  const blank = useRef(first);
  useEffect(() => {
    const values = kept?.read();
    if (values) reset({ ...blank.current, ...values }, { keepDefaultValues: true });
  }, [kept, reset]);
  return kept;
}

/** Everything that it was refused for stands at a field: no card repeats it. */
function areAtFields<V extends object, F>(
  { fields }: FormDescription<V, F, unknown>,
  refused: ReadonlyMap<string, string>,
  problem: CallError['problem'] | null,
): boolean {
  if (refused.size === 0 || problem?.operationId !== undefined || problem?.provider !== undefined)
    return false;
  const names = Object.keys(fields) as (keyof V & string)[];
  const shown = new Set(names.flatMap((name) => fields[name].wire ?? [name]));
  return [...refused.keys()].every((member) => shown.has(member) || shown.has(member.split('.')[0] ?? ''));
}

/** The server's faults by member of the body. */
function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}

const asTold = (fault: string) => fault;
const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0);
