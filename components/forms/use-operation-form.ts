import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError } from '#lib/api/client.ts';
import { characterIn } from '#lib/core/clean.ts';
import {
  cleanValues,
  type FieldError,
  type FormDescription,
  fieldErrorsIn,
  typedInto,
} from '#lib/core/form.ts';
import { type StoredForm, storedForm } from './stored-form.ts';
import { type AnswerOf, type BodyOf, type EndpointKey, useOperation } from './use-operation.ts';

type Options<K extends EndpointKey, V, F> = Omit<
  NonNullable<Parameters<typeof useOperation<K>>[1]>,
  'intent' | 'onDone'
> & {
  facts: F;
  /** Initial values, where they differ from the description's blank ones. */
  first?: V;
  /** False for a form of one or two values: they are not stored, and the browser prompts before a reload. */
  stored?: false;
  /** For a form in a page: it is blank again after a submit, and `restore` brings the last values back. */
  restarts?: boolean;
  /** Translates an error code; texts from the server or the provider are not translated. */
  errorText?: (code: string, field: keyof V & string) => string | null;
  onDone?: (answer: AnswerOf<K>, body: BodyOf<K>, values: V) => unknown;
};

/**
 * An operation with the fields of a form description: values, errors and submit. Typed values survive a
 * reload, except secrets; before text would be lost the browser prompts.
 */
export function useOperationForm<K extends EndpointKey, V extends object, F>(
  endpoint: K | ((values: V) => K),
  form: FormDescription<V, F, BodyOf<K>>,
  settings: Options<K, V, F>,
) {
  const {
    facts,
    first = form.blank,
    stored: isStored,
    restarts = false,
    errorText,
    onDone,
    ...options
  } = settings;
  const at = typeof endpoint === 'function' ? endpoint : () => endpoint;
  const { session, account } = useSession();
  const operator = session.operator.id;
  // Two forms may make the same call, so the name also has its parameters and fields.
  const name = `${at(form.blank)} ${JSON.stringify(options.params ?? {})} ${Object.keys(form.fields)}`;
  const stored = useMemo(
    () => (isStored === false ? null : storedForm<V>(operator, account.slug, name)),
    [isStored, operator, account.slug, name],
  );
  const fields = useFields(form, facts, first, stored, restarts);
  const { values, errors, tried } = fields;
  const operation = useOperation(at(values), {
    ...options,
    ...(stored !== null && mayKey(form, options.unkeyed) ? { intent: stored } : {}),
    onDone: async (answer, body) => {
      fields.sent();
      await onDone?.(answer, body, values);
    },
  });
  const t = useTranslations('common.cleaned');
  const set = (part: Partial<V>) => {
    operation.clear();
    fields.set(part);
  };
  const refused = refusedFields(operation.error);
  const errorOf = (field: keyof V & string): FieldError => {
    const { early = Number.POSITIVE_INFINITY, wire = [field] } = form.fields[field];
    const value = values[field];
    const typedLength = typeof value === 'string' ? value.length : 0;
    const own = tried || typedLength >= early ? errors.get(field) : undefined;
    const code = wire.map((member) => refused.get(member)).find((one) => one !== undefined) ?? own;
    if (!code) return null;
    const sign = characterIn(code);
    if (sign !== null) return t('sign', { sign });
    return errorText === undefined ? code : errorText(code, field);
  };
  return {
    ...operation,
    ...fields,
    described: form,
    facts,
    set,
    /** Sets values from the page without clearing the error. */
    fill: fields.set,
    at: <N extends keyof V & string>(field: N) => ({
      value: values[field],
      onChange: (value: V[N]) => set({ [field]: value } as unknown as Partial<V>),
      error: errorOf(field),
    }),
    good: errors.size === 0,
    /** Follows another operation instead; the form counts as submitted. */
    follow(id: string | null) {
      fields.sent();
      operation.follow(id);
    },
    /** The server's error for one member of the body; null: none. */
    serverErrorOf: (member: string): FieldError => refused.get(member) ?? null,
    shownAtFields: areAtFields(form, refused, operation.problem),
    submit: () => fields.check(() => operation.submit(form.body(cleanValues(form.fields, values), facts))),
    restore: () => fields.previous !== null && set(fields.previous),
  };
}

/** The fields of a form, for a component that renders some of them. */
export type FieldsOf<V extends object> = {
  values: V;
  set: (part: Partial<V>) => void;
  at: <N extends keyof V & string>(
    field: N,
  ) => { value: V[N]; onChange: (value: V[N]) => void; error: FieldError };
};

function useFields<V extends object, F>(
  form: FormDescription<V, F, unknown>,
  facts: F,
  first: V,
  stored: StoredForm<V> | null,
  restarts: boolean,
) {
  const { current: begin } = useRef(first);
  const { watch, getValues, setValue, reset, handleSubmit, formState } = useForm<Record<string, unknown>>({
    defaultValues: { ...begin },
  });
  const values = watch() as V;
  const { isDirty: dirty, isSubmitted: tried } = formState;
  const [previous, setPrevious] = useState<Partial<V> | null>(null);
  const errors = fieldErrorsIn(form, values, facts);
  const typed = useCallback(
    () => typedInto(form.fields, getValues() as V, begin),
    [form.fields, getValues, begin],
  );
  const change = useCallback(
    (part: Partial<V>) => {
      for (const [name, value] of Object.entries(part)) setValue(name, value, { shouldDirty: true });
    },
    [setValue],
  );
  // Restores text from before a reload after mount; newer typed text wins.
  useEffect(() => {
    const before = stored?.read();
    if (before) change({ ...before, ...typed().restorable });
  }, [stored, change, typed]);
  const loses = dirty && (stored === null || typed().loses);
  // The browser prompts before it leaves the page while text would be lost.
  useEffect(() => {
    if (!loses) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stop);
    return () => removeEventListener('beforeunload', stop);
  }, [loses]);
  const set = (part: Partial<V>) => {
    change(part);
    stored?.write(typed().restorable);
  };
  /** Marks the invalid fields; continues if there are none. */
  const check = async (whenValid: () => unknown) => {
    await handleSubmit(() => undefined)();
    if (errors.size === 0) await whenValid();
  };
  const sent = () => {
    setPrevious(typed().restorable);
    stored?.end('sent');
    reset({ ...(restarts ? form.blank : getValues()) });
  };
  const discard = () => {
    stored?.write(null);
    reset({ ...begin });
  };
  return { values, errors, tried, dirty, loses, previous, set, check, sent, discard };
}

/** A stored intent's key contains a digest of the body, and no digest is made of a secret. */
function mayKey({ fields }: { fields: object }, unkeyed: readonly string[] = []): boolean {
  const all = Object.entries(fields as Record<string, { secret?: true }>);
  return all.every(([name, { secret }]) => !secret || unkeyed.includes(name));
}

/** True where every server error is shown at a field, so that no card repeats them. */
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

function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(fields.map(({ field, message }) => [field, message]));
}
