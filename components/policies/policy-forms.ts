import type { FormDescription } from '#lib/core/form.ts';
import type { Policies } from '#lib/policies/queries.ts';

export type PolicyName = keyof Policies;
export const POLICY_NAMES = [
  'secondFactor',
  'idleMinutes',
  'absoluteHours',
  'passwordLength',
  'allowedNetworks',
] as const satisfies readonly PolicyName[];

/** Policies as typed: numbers as text, one network per line. */
export type TypedPolicies = { [K in PolicyName]: string };
/** Policies in force, and the one being changed. */
type Facts = { now: Policies; changes: PolicyName };

const LINES = Array.from({ length: 50 }, (_, line) => `allowedNetworks.${line}`);
const when = (name: PolicyName) => ({ when: (_: TypedPolicies, { changes }: Facts) => changes === name });
const number = (name: PolicyName, least: number, most: number) => ({
  ...({ kind: 'text', numeric: true, most: 5 } as const),
  ...when(name),
  fault: (text: string) =>
    /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most ? null : 'range',
});

export const policyForm: FormDescription<TypedPolicies, Facts, Policies> = {
  blank: { secondFactor: '', idleMinutes: '', absoluteHours: '', passwordLength: '', allowedNetworks: '' },
  fields: {
    secondFactor: { kind: 'own', ...when('secondFactor') },
    idleMinutes: number('idleMinutes', 5, 1440),
    absoluteHours: number('absoluteHours', 1, 720),
    passwordLength: number('passwordLength', 12, 64),
    allowedNetworks: {
      kind: 'lines',
      most: 2_600,
      wire: ['allowedNetworks', ...LINES],
      ...when('allowedNetworks'),
    },
  },
  body: (values, { now, changes }) => ({ ...now, [changes]: READ[changes](values[changes]) }),
};

const READ: { [K in PolicyName]: (text: string) => Policies[K] } = {
  secondFactor: (text) => (text === 'required' ? 'required' : 'optional'),
  idleMinutes: Number,
  absoluteHours: Number,
  passwordLength: Number,
  allowedNetworks: (text) => text.split(/[\s,;]+/).filter((network) => network !== ''),
};

export const typedPolicies = (now: Policies): TypedPolicies => ({
  secondFactor: now.secondFactor,
  idleMinutes: String(now.idleMinutes),
  absoluteHours: String(now.absoluteHours),
  passwordLength: String(now.passwordLength),
  allowedNetworks: now.allowedNetworks.join('\n'),
});
