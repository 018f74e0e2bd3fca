import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AreaField, PlainField, SelectField } from './plain-field.tsx';
import { ChoiceField } from './segments.tsx';

const nothing = () => undefined;

test('a field is tied to its label and its answer, and says when it is wrong', () => {
  const good = renderToStaticMarkup(<PlainField id="a" label="Nome" value="x" onChange={nothing} />);
  expect(good).toContain('<label for="a">Nome</label>');
  expect(good).not.toMatch(/ aria-(invalid|describedby)="/);
  const fields = [
    <PlainField key="1" id="a" label="Nome" error="Falta" value="" onChange={nothing} autoFocus />,
    <AreaField key="2" id="a" label="Nome" error="Falta" value="" onChange={nothing} autoFocus />,
    <SelectField key="3" id="a" label="Nome" error="Falta" value="" onChange={nothing} autoFocus />,
  ];
  for (const field of fields) {
    const shown = renderToStaticMarkup(field);
    expect(shown).toContain('aria-invalid="true"');
    expect(shown).toContain('aria-describedby="a-answer"');
    expect(shown).toContain('<p id="a-answer"');
    expect(shown).toContain('data-autofocus="true"');
  }
});

test('what a control says of itself is stronger than what its field would say', () => {
  const shown = renderToStaticMarkup(
    <PlainField label="E-mail" name="email" autoComplete="username" aria-describedby="rule" />,
  );
  expect(shown).toContain('autoComplete="username"');
  expect(shown).toContain('aria-describedby="rule"');
});

test('the label of a choice that is seen is read once', () => {
  const options = [{ value: 'a', label: 'A' }];
  const shown = renderToStaticMarkup(
    <ChoiceField label="Tipo" value="a" onChange={nothing} options={options} />,
  );
  expect(shown).toContain('<span aria-hidden="true">Tipo</span>');
  expect(shown).toContain('aria-label="Tipo"');
});
