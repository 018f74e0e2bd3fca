import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { SecondStep, type SecondStepOf } from './credentials-form.tsx';

const STANDING = { tries: 3, thenSeconds: 15, passkeyWaits: false };
const OF: SecondStepOf = {
  email: 'livia@casa.example',
  passkey: true,
  codeApp: true,
  recoveryCodes: 7,
  standing: STANDING,
};
type Refused = 'code' | 'passkey' | null;
type How = { of?: Partial<SecondStepOf>; refused?: Refused; waitSeconds?: number; locale?: 'pt-BR' | 'en' };
const step = ({ of = {}, refused = null, waitSeconds = 0, locale = 'pt-BR' }: How = {}) =>
  shown(
    <SecondStep
      csrfToken="t"
      callbackUrl="/"
      refused={refused}
      waitSeconds={waitSeconds}
      of={{ ...OF, ...of }}
    />,
    { locale },
  ).text;

test('the second step says how many recovery codes are left, and offers none where none is', () => {
  expect(step()).toContain('Usar código de reserva, restam 7');
  expect(step({ of: { recoveryCodes: 1 } })).toContain('Usar código de reserva, resta 1');
  expect(step({ locale: 'en' })).toContain('Use a recovery code, 7 left');
  expect(step({ of: { recoveryCodes: 0 } })).not.toContain('código de reserva');
  expect(step({ of: { codeApp: false, recoveryCodes: 0 } })).not.toContain('Entrar');
});

test('a recovery code about to be used says how many remain after it', () => {
  const alone = (recoveryCodes: number, locale: 'pt-BR' | 'en' = 'pt-BR') =>
    step({ of: { codeApp: false, recoveryCodes }, locale });
  expect(alone(7)).toContain('Depois deste restam 6.');
  expect(alone(2)).toContain('Depois deste resta 1.');
  expect(alone(1)).toContain('Este é o último.');
  expect(alone(7, 'en')).toContain('After this one, 6 are left.');
});

test('after a refused code it says how many more are judged, and how long the next waits then', () => {
  expect(step()).not.toContain('errado');
  const refused = step({ refused: 'code' });
  expect(refused).toContain('Mais 3 códigos errados e o seguinte espera 15 s.');
  expect(refused).toContain('confira o relógio do celular');
  const last = { standing: { ...STANDING, tries: 1, thenSeconds: 120 } };
  expect(step({ refused: 'code', of: last })).toContain('Mais um código errado e o seguinte espera 2 min.');
  expect(step({ refused: 'code', of: last, locale: 'en' })).toContain(
    'One more wrong code, and the next has to wait 2 min.',
  );
});

test('a wait is counted down, and the passkey is called free only where it is', () => {
  const waits = step({ waitSeconds: 102 });
  expect(waits).toContain('Espere 1 min 42 s para tentar de novo');
  expect(waits).toContain('1:42');
  expect(waits).toContain('A chave de acesso continua livre.');
  expect(step({ waitSeconds: 15, locale: 'en' })).toContain('Wait 15 s before trying again');
  const too = { standing: { ...STANDING, passkeyWaits: true } };
  expect(step({ waitSeconds: 102, of: too })).not.toContain('continua livre');
});
