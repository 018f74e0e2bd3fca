import { expect, test } from 'vitest';
import { EVENT_NAMES, fits, isOn } from './notification-events.ts';

test('what nobody chose is as the product has it', () => {
  expect(isOn({}, 'approval_waiting', 'email')).toBe(true);
  expect(isOn({}, 'endpoint', 'email')).toBe(false);
  for (const event of EVENT_NAMES) expect(isOn({}, event, 'inbox')).toBe(true);
});

test('a choice holds for its channel alone', () => {
  const rules = { endpoint: { email: true, chat1: false } };
  expect(isOn(rules, 'endpoint', 'email')).toBe(true);
  expect(isOn(rules, 'endpoint', 'chat1')).toBe(false);
  expect(isOn(rules, 'endpoint', 'chat2')).toBe(true);
});

test('what is locked stays on whatever was chosen, and a sign-in stays between two', () => {
  const rules = { approval_waiting: { inbox: false, email: false }, sign_in: { email: false, chat1: true } };
  expect(isOn(rules, 'approval_waiting', 'inbox')).toBe(true);
  expect(isOn(rules, 'approval_waiting', 'email')).toBe(false);
  expect(isOn(rules, 'sign_in', 'email')).toBe(true);
  expect(isOn(rules, 'sign_in', 'chat1')).toBe(false);
  expect(fits('sign_in', 'chat1')).toBe(false);
});
