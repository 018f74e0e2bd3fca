import { expect, it } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { Policies } from '#lib/policies/contract.ts';
import { POLICY_NAMES, policyForm, typedPolicies } from './policies-view.tsx';

const now: Policies = {
  secondFactor: 'optional',
  idleMinutes: 720,
  absoluteHours: 168,
  allowedNetworks: ['192.0.2.0/24'],
  passwordLength: 12,
};

it('sends what holds with the one that is changed, as the contract takes it', () => {
  const typed = { ...typedPolicies(now), idleMinutes: '30', allowedNetworks: ' 10.0.0.0/8\n\n2001:db8::1 ' };
  expect(policyForm.body(typed, { now, changes: 'idleMinutes' })).toEqual({ ...now, idleMinutes: 30 });
  const networks = policyForm.body(typed, { now, changes: 'allowedNetworks' });
  expect(networks).toEqual({ ...now, allowedNetworks: ['10.0.0.0/8', '2001:db8::1'] });
  expect(Policies.safeParse(networks).success).toBe(true);
});

it('shows every policy, and what is typed unchanged is what holds', () => {
  expect([...POLICY_NAMES].sort()).toEqual(Object.keys(Policies.shape).sort());
  for (const changes of POLICY_NAMES)
    expect(policyForm.body(typedPolicies(now), { now, changes })).toEqual(now);
});

it.each([
  ['idleMinutes', '4', '1441'],
  ['absoluteHours', '0', '721'],
  ['passwordLength', '11', 'doze'],
] as const)('names a number outside of its range: %s', (changes, low, high) => {
  for (const text of [low, high])
    expect([
      ...fieldErrorsIn(policyForm, { ...typedPolicies(now), [changes]: text }, { now, changes }),
    ]).toEqual([[changes, 'range']]);
});
