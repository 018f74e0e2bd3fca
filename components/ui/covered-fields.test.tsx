import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { Input } from '#components/ui/field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { channelForm } from '#lib/notifications/channel-form.ts';

const COVERED = ['text-security:disc', 'type="text"', 'autoComplete="off"', 'autoCapitalize="none"'];
const inputIn = (html: string) =>
  html.replace(/autocomplete=/g, 'autoComplete=').replace(/autocapitalize=/g, 'autoCapitalize=');

it('a secret that is not a password is a text field drawn as dots, whatever else it is given', () => {
  for (const html of [
    renderToStaticMarkup(<Input covered defaultValue="s" />),
    renderToStaticMarkup(<Input covered type="password" autoComplete="new-password" defaultValue="s" />),
    renderToStaticMarkup(<PlainField label="Segredo" covered defaultValue="s" />),
  ])
    for (const part of COVERED) expect(inputIn(html)).toContain(part);
});

it('a described secret is covered, its address and name are not', () => {
  const at = () => ({ value: '', onChange: () => undefined, error: null });
  const form = { described: channelForm, facts: { channels: [], of: null }, values: channelForm.blank, at };
  const html = (name: 'secret' | 'url' | 'name') =>
    shown(<OperationFields form={form as never} labels={{ [name]: { label: name } } as never} />).markup;
  expect(html('secret')).toContain('text-security:disc');
  for (const name of ['url', 'name'] as const) expect(html(name)).not.toContain('text-security:disc');
});

/** The operator's own password: what the browser stores for this site belongs into these alone. */
const PASSWORDS = [
  'components/app-shell/proof-field.tsx',
  'components/app-shell/sign-in-again.tsx',
  'components/ui/secret-field.tsx',
];

it('no other field asks for what a browser stores: a password, a new one, a card', () => {
  const files = globSync('components/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();
  expect(filesWith(/type=\{?["']password|type: .*'password'/)).toEqual(PASSWORDS);
  expect(filesWith(/\bcc-(?:number|name|exp|csc|given|family|type)/)).toEqual([]);
  expect(filesWith(/new-password/)).toEqual([
    'components/profile/password-panel.tsx',
    'components/set-up/person-form.tsx',
    'components/ui/secret-field.tsx',
  ]);
});
