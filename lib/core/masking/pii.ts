import { z } from 'zod';
import {
  hideNames,
  isOwnCharge,
  type MaskOptions,
  maskDeep,
  maskNameField,
  maskText,
  namesPattern,
} from './mask.ts';
import { isCompany, maskDocument, maskEmail, maskPhone, maskPixKey, maskReference } from './mask-forms.ts';

type Fields = Record<string, unknown>;
type Options = MaskOptions & { may?: ReadonlySet<string> };
type Parse = (schema: z.ZodType, value: unknown) => unknown;
/** `people`: a record's names, masked in the texts about it. `parse`: masked values go over a parsed copy. */
type Run = Options & { people: () => RegExp | null; inside: boolean; parse: Parse | null };
/** `copy`: the parsed value to write over; only with `parse`. */
type Mask = (value: unknown, siblings: Fields, run: Run, copy?: unknown) => unknown;
/** `document`: the sibling that shows whether a name is a person's. `mask` null: not personal data. */
type Mark = { mask: Mask | null; document?: string };

const marks = new WeakMap<z.core.$ZodType, Mark>();

/** A schema derived from another (`.min()`, `.describe()`) has that one's mark. */
function markOf({ _zod: { parent } }: z.core.$ZodType, own?: Mark): Mark | undefined {
  return own ?? (parent && markOf(parent, marks.get(parent)));
}

const marked =
  (mask: Mask | null, document?: string) =>
  <S extends z.ZodType>(schema: S): S => {
    marks.set(schema, document === undefined ? { mask } : { mask, document });
    return schema;
  };

const ofText =
  (mask: (text: string, siblings: Fields, run: Run) => string): Mask =>
  (value, siblings, run) =>
    typeof value === 'string' ? mask(value, siblings, run) : value;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const deep: Mask = (value, _, run) => maskDeep(value, run);
const prose = ofText((text, _, run) => hideNames(maskText(text, run), run.people()));
const reference: typeof prose = ofText(maskReference);
const clear = (mask: Mask, to: string) =>
  marked((value, siblings, run) => (run.may?.has(to) ? value : mask(value, siblings, run)));
const code: typeof prose = ofText((text, _, run) => maskText(text, run));
/** Free data may name anybody under any key: without `reveal` only its keys are shown. */
const free: Mask = (value, _, run) =>
  run.names || typeof value !== 'object' || value === null
    ? maskDeep(value, run)
    : Object.fromEntries(Object.keys(value).map((name) => [name, '***']));
/** Keys of addresses and dates of birth, which no pattern finds. */
const OF_A_LIFE = /birth|nascimento|address|endereco|street|zipcode|cep$/i;
const life: Mask = (value, _, run) =>
  Object.fromEntries(
    Object.entries(maskDeep(value, run) as Fields).map(([name, one]) => [
      name,
      OF_A_LIFE.test(name) ? '***' : one,
    ]),
  );

/** Marks a schema's field as personal data for `masked`. A sibling is named by its field. */
export const pii = {
  name<S extends z.ZodType>(schema: S, document = 'document'): S {
    const mask = ofText((text, siblings, run) => maskNameField(text, textOf(siblings[document]), run));
    return marked(mask, document)(schema);
  },
  document: marked(ofText(maskDocument)),
  email: marked(ofText(maskEmail)),
  phone: marked(ofText(maskPhone)),
  key: <S extends z.ZodType>(schema: S, type = ''): S =>
    marked(ofText((text, siblings) => maskPixKey(text, textOf(siblings[type]))))(schema),
  /** A text that people wrote; readers with the permission `clearTo` see it unmasked. */
  text: <S extends z.ZodType>(schema: S, clearTo = ''): S => clear(prose, clearTo)(schema),
  /** A note on a record that does not name the person: without `reveal`, only its existence is shown. */
  note: marked((value, _, run) => (run.names ? value : '***')),
  /** A copy-and-paste code: a static one is masked and can no longer be paid. */
  code: marked(code),
  /** The code of a payment: a charge's code is the account's own, meant to be shared, and is not masked. */
  chargeCode: marked((value, siblings, run) => (isOwnCharge(siblings) ? value : code(value, siblings, run))),
  /** An id that somebody chose, or an address: only what is proven to be personal data is masked. */
  reference: <S extends z.ZodType>(schema: S, clearTo = ''): S => clear(reference, clearTo)(schema),
  deep: marked(deep),
  free: marked(free),
  life: marked(life),
  /** Declared not personal: an id, a value of a closed list, a time, an institution. */
  harmless: marked(null),
};

/** A provider's record: a text in it without a mark is masked like a text that people wrote. */
export function record<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> {
  for (const schema of Object.values(shape)) suspect(schema as z.ZodType);
  return z.object(shape);
}

type Def = {
  type: string;
  checks?: readonly unknown[];
  format?: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
};
const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

function suspect(schema: z.ZodType): void {
  if (markOf(schema, marks.get(schema)) !== undefined) return;
  const { type, innerType, element, shape = {} } = defOf(schema);
  if (type === 'string') pii.text(schema);
  else if (['unknown', 'any', 'record'].includes(type)) pii.deep(schema);
  else for (const inner of [innerType ?? element ?? [], Object.values(shape)].flat()) suspect(inner);
}

/** How values of a schema are masked; `people` collects the names that such a value has outside its lists. */
type Plan = { mask: Mask; people: ((value: unknown, siblings: Fields, found: string[]) => void) | null };
const plans = new WeakMap<z.ZodType, Plan | null>();

function planOf(schema: z.ZodType): Plan | null {
  let plan = plans.get(schema);
  if (plan === undefined) {
    plan = makePlan(schema);
    plans.set(schema, plan);
  }
  return plan;
}

function makePlan(schema: z.ZodType): Plan | null {
  const mark = markOf(schema, marks.get(schema));
  if (mark !== undefined)
    return mark.mask === null ? null : { mask: datumMask(schema, mark.mask), people: personOf(mark) };
  const plan = partsPlan(defOf(schema));
  return plan === null || isWrittenOver(schema) ? plan : { ...plan, mask: wholeMask(schema, plan.mask) };
}

function partsPlan({ innerType, element, shape, options }: Def): Plan | null {
  if (innerType !== undefined) return planOf(innerType);
  if (element !== undefined) return listPlan(planOf(element));
  if (shape !== undefined) return objectPlan(shape);
  return options === undefined ? null : unionPlan(options);
}

/** True if this schema's parsed copy has the value's parts, so that masked parts can be written over it. */
function isWrittenOver(schema: z.ZodType): boolean {
  const { type, checks = [] } = defOf(schema);
  return checks.length === 0 && ['object', 'array', 'nullable', 'optional'].includes(type);
}

/** Any other schema parses the whole masked value: another one of a union may fit, or checks may apply. */
const wholeMask =
  (schema: z.ZodType, mask: Mask): Mask =>
  (value, siblings, run) =>
    run.parse === null
      ? mask(value, siblings, run)
      : run.parse(schema, mask(value, siblings, { ...run, parse: null }));

/** The mask of a marked field. Most are texts without checks, so that the masked text need not be parsed. */
function datumMask(schema: z.ZodType, mask: Mask): Mask {
  const isAnyText = isPlainText(schema);
  return (value, siblings, run) => {
    const shown = mask(value, siblings, run);
    if (run.parse === null || (isAnyText && typeof shown === 'string')) return shown;
    return run.parse(schema, shown);
  };
}

function isPlainText(schema: z.ZodType): boolean {
  const { type, innerType, checks = [], format } = defOf(schema);
  if (innerType !== undefined) return isWrittenOver(schema) && isPlainText(innerType);
  return type === 'string' && checks.length === 0 && format === undefined;
}

function personOf({ document }: Mark): Plan['people'] {
  if (document === undefined) return null;
  return (value, siblings, found) => {
    if (typeof value === 'string' && !isCompany(value, textOf(siblings[document]))) found.push(value);
  };
}

function listPlan(item: Plan | null): Plan | null {
  if (item === null) return null;
  const mask: Mask = (value, siblings, run, copy) => {
    if (!Array.isArray(value)) return value;
    const each = { ...run, inside: false };
    const shown = run.parse === null ? [] : (copy as unknown[]);
    for (const [at, one] of value.entries()) shown[at] = item.mask(one, siblings, each, shown[at]);
    return shown;
  };
  return { mask, people: null };
}

function objectPlan(shape: Record<string, z.ZodType>): Plan | null {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const plan = planOf(schema);
    return plan === null ? [] : [{ name, ...plan }];
  });
  if (fields.length === 0) return null;
  const named = fields.filter(({ people }) => people !== null);
  const people = (value: unknown, found: string[]) => {
    if (typeof value !== 'object' || value === null) return;
    for (const field of named) field.people?.((value as Fields)[field.name], value as Fields, found);
  };
  const mask: Mask = (value, _, run, copy) => {
    if (typeof value !== 'object' || value === null) return value;
    const from = value as Fields;
    const within = named.length === 0 || run.inside ? run : about(run, (found) => people(value, found));
    const shown = run.parse === null ? { ...from } : (copy as Fields);
    for (const { name, mask } of fields) {
      const datum = from[name];
      if (datum == null) continue;
      const masked = mask(datum, from, within, shown[name]);
      if (masked !== datum) shown[name] = masked;
    }
    return shown;
  };
  return { mask, people: named.length === 0 ? null : (value, _, found) => people(value, found) };
}

/** Collects a record's names only when one of its texts needs them: most records have no text. */
function about(run: Run, collect: (found: string[]) => void): Run {
  if (run.names) return run;
  let pattern: RegExp | null | undefined;
  const people = () => {
    if (pattern === undefined) {
      const found: string[] = [];
      collect(found);
      pattern = namesPattern(found);
    }
    return pattern;
  };
  return { ...run, inside: true, people };
}

function unionPlan(options: readonly z.ZodType[]): Plan | null {
  if (options.every((option) => planOf(option) === null)) return null;
  const mask: Mask = (value, siblings, run) => {
    const fits = options.find((option) => option.safeParse(value).success);
    const plan = fits === undefined ? null : planOf(fits);
    return plan === null ? value : plan.mask(value, siblings, run);
  };
  return { mask, people: null };
}

/** True if a schema contains any personal data. */
export const isPersonal = (schema: z.ZodType): boolean => planOf(schema) !== null;

const runOf = (options: Options, parse: Parse | null): Run => ({
  ...options,
  inside: false,
  people: () => null,
  parse,
});

/** A copy of a schema's value, masked for a reader without `reveal`; `names`: people's names stay. */
export function masked<S extends z.ZodType>(schema: S, value: z.output<S>, options: Options): z.output<S> {
  return (planOf(schema)?.mask(value, {}, runOf(options, null)) ?? value) as z.output<S>;
}

/** Masks over a parsed copy, one copy less. Throws if the unmasked value does not fit the schema. */
export function maskedOver<S extends z.ZodType>(
  schema: S,
  value: z.input<S>,
  options: Options,
  parse: Parse,
): z.output<S> {
  const copy = parse(schema, value);
  return (planOf(schema)?.mask(value, {}, runOf(options, parse), copy) ?? copy) as z.output<S>;
}
