'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError } from '#lib/api/client.ts';
import { signIn } from '#lib/core/clean.ts';
import { cleanValues, type FieldError, type FormDescription, faultsIn, typedInto } from '#lib/core/form.ts';
import { type KeptForm, keptForm } from './stored-form.ts';
import { type AnswerOf, type BodyOf, type EndpointKey, useOperation } from './use-operation.ts';

type Options<K extends EndpointKey, V, F> = Omit<
  NonNullable<Parameters<typeof useOperation<K>>[1]>,
  'intent' | 'onDone'
> & {
  facts: F;
  /** Values at first, when they are not the description's blank. */
  first?: V;
  /** False for a question of one or two values: a reload takes them, and the browser asks before it. */
  kept?: false;
  /** It stands in a page: once sent it is blank again, and what it held can be taken up once more. */
  restarts?: boolean;
  /** A fault's code in words; what the server or the provider wrote stays as it is. */
  words?: (fault: string, field: keyof V & string) => string | null;
  onDone?: (answer: AnswerOf<K>, body: BodyOf<K>, values: V) => unknown;
};

/**
 * A change with the fields of its description: values, faults, and the sending of it all. What is typed survives a
 * reload but for what its description calls secret; what would be lost is asked about first.
 */
export function useOperationForm<K extends EndpointKey, V extends object, F>(
  /** Where it goes may depend on what was typed. */
  endpoint: K | ((values: V) => K),
  form: FormDescription<V, F, BodyOf<K>>,
  asked: Options<K, V, F>,
) {
  const { facts, first = form.blank, kept: keeps, restarts, words = asTold, onDone, ...options } = asked;
  const at = typeof endpoint === 'function' ? endpoint : () => endpoint;
  const kept = useKept<V>(keeps === false ? null : nameOf(at(form.blank), options.params, form));
  const fields = useFields(form, { facts, first, kept, restarts });
  const { values, faults, tried } = fields;
  const operation = useOperation(at(values), {
    ...options,
    ...(kept !== null && mayKey(form, options.unkeyed) ? { intent: kept } : {}),
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
  const told = (field: keyof V & string): FieldError => {
    const { early = Number.POSITIVE_INFINITY, wire = [field] } = form.fields[field];
    const own = tried || lengthOf(values[field]) >= early ? faults.get(field) : undefined;
    const fault = wire.map((member) => refused.get(member)).find((one) => one !== undefined) ?? own;
    if (!fault) return null;
    const sign = signIn(fault);
    return sign === null ? words(fault, field) : t('sign', { sign });
  };
  return {
    ...operation,
    ...fields,
    described: form,
    facts,
    set,
    /** Fills in values by the page itself and keeps the refusal on screen. */
    fill: fields.set,
    /** Props for a field's control. */
    at: <N extends keyof V & string>(field: N) => ({
      value: values[field],
      onChange: (value: V[N]) => set({ [field]: value } as unknown as Partial<V>),
      error: told(field),
    }),
    good: faults.size === 0,
    /** Another operation stands for it now: nothing of this form is left to be sent. */
    follow(id: string | null) {
      fields.sent();
      operation.follow(id);
    },
    /** The server's fault of one member of the body; null when it has none. */
    toldOf: (member: string): FieldError => refused.get(member) ?? null,
    saidAtFields: areAtFields(form, refused, operation.problem),
    submit: () => fields.check(() => operation.submit(form.body(cleanValues(form.fields, values), facts))),
    restore: () => fields.previous !== null && set(fields.previous),
  };
}

/** A form's fields, for a part of it that draws some of them. */
export type FieldsOf<V extends object> = {
  values: V;
  set: (part: Partial<V>) => void;
  at: <N extends keyof V & string>(
    field: N,
  ) => { value: V[N]; onChange: (value: V[N]) => void; error: FieldError };
};

type Begun<V, F> = { facts: F; first: V; kept: KeptForm<V> | null; restarts: boolean | undefined };

/** While something would be lost with the page, the browser asks before it goes. */
function useAskBeforeUnload(loses: boolean): void {
  useEffect(() => {
    if (!loses) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stop);
    return () => removeEventListener('beforeunload', stop);
  }, [loses]);
}

/** Values of the fields, and their faults. */
function useFields<V extends object, F>(
  form: FormDescription<V, F, unknown>,
  { facts, first, kept, restarts = false }: Begun<V, F>,
) {
  const { values, now, change, dirty, restart } = useValues(first);
  const { current: begin } = useRef(first);
  const [tried, setTried] = useState(false);
  const [previous, setPrevious] = useState<Partial<V> | null>(null);
  const faults = faultsIn(form, values, facts);
  const typed = useCallback(() => typedInto(form.fields, now(), begin), [form.fields, now, begin]);
  // Text from before a reload returns once the page is in the browser, unless newer text was typed.
  useEffect(() => {
    const before = kept?.read();
    if (before) change({ ...begin, ...before, ...typed().keeps });
  }, [kept, change, begin, typed]);
  const loses = dirty && (kept === null || typed().loses);
  useAskBeforeUnload(loses);
  const set = (part: Partial<V>) => {
    change(part);
    kept?.write(typed().keeps);
  };
  /** Marks what is wrong; goes on where nothing is. */
  const check = async (goOn: () => unknown) => {
    setTried(true);
    if (faults.size === 0) await goOn();
  };
  const again = (from: V) => {
    setTried(false);
    restart(from);
  };
  const sent = () => {
    setPrevious(typed().keeps);
    kept?.end('sent');
    again(restarts ? form.blank : now());
  };
  const discard = () => {
    kept?.write(null);
    again(begin);
  };
  return { values, faults, tried, dirty, loses, previous, set, check, sent, discard };
}

/** Values as they are written, and whether they differ from those it began with. `now`: also before the next drawing. */
function useValues<V extends object>(first: V) {
  const [{ values, from }, show] = useState({ values: first, from: first });
  const latest = useRef(first);
  const now = useCallback(() => latest.current, []);
  const change = useCallback((part: Partial<V>) => {
    latest.current = { ...latest.current, ...part };
    show(({ from }) => ({ values: latest.current, from }));
  }, []);
  const restart = useCallback((next: V) => {
    latest.current = next;
    show({ values: next, from: next });
  }, []);
  const dirty = values !== from && JSON.stringify(values) !== JSON.stringify(from);
  return { values, now, change, dirty, restart };
}

function useKept<V>(name: string | null): KeptForm<V> | null {
  const { session, account } = useSession();
  const operator = session.operator.id;
  return useMemo(
    () => (name === null ? null : keptForm<V>(operator, account.slug, name)),
    [operator, account.slug, name],
  );
}

/** Its call, of what, and its fields: two forms may make the same call. */
function nameOf(call: string, params: unknown, { fields }: { fields: object }): string {
  return `${call} ${JSON.stringify(params ?? {})} ${Object.keys(fields)}`;
}

/** A kept intent's key has a digest of the body in it: of a secret none is made. */
function mayKey({ fields }: { fields: object }, unkeyed: readonly string[] = []): boolean {
  const all = Object.entries(fields as Record<string, { secret?: true }>);
  return all.every(([name, { secret }]) => !secret || unkeyed.includes(name));
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
