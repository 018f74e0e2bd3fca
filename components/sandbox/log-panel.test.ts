import { expect, test } from 'vitest';
import { logNote } from './log-panel.tsx';

test('U21: the simulator’s sentences are said in the reader’s language', () => {
  expect(logNote('Falha armada: silent, 2 chamada(s)')).toMatchObject({
    note: 'fault',
    what: 'silent',
    count: 2,
  });
  expect(logNote('Falha armada: status')).toMatchObject({ note: 'fault', count: 0 });
  expect(logNote('Conta: {"locked":true}')).toMatchObject({ note: 'state', what: '{"locked":true}' });
  expect(logNote('Abriu disputa: scam, prazo 48 h')).toMatchObject({
    note: 'dispute',
    what: 'scam',
    hours: 48,
  });
  expect(logNote('Abriu disputa, prazo 6 h')).toMatchObject({ note: 'dispute', what: '', hours: 6 });
  expect(logNote('Pix sem cobrança')).toMatchObject({ note: 'deposit' });
  expect(logNote('https://loja.example/x: verificado')).toMatchObject({ note: 'verified' });
  expect(logNote('Outra frase')).toBeNull();
});
