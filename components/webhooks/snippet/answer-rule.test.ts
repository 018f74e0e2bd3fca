import { expect, test } from 'vitest';
import { ANSWER_RULES } from '#lib/webhooks/rules.ts';
import en from '../../../messages/en/webhooks.json';
import pt from '../../../messages/pt-BR/webhooks.json';

test('D: beside the receiver’s code stands how soon it answers, by the documents’ numbers', () => {
  expect(ANSWER_RULES).toEqual({ pix: { seconds: 5, attempts: 40 }, hub: { seconds: 10, attempts: 10 } });
  for (const { snippet } of [pt, en])
    for (const text of [snippet.answer, snippet.answerHub]) {
      expect(text).toContain('{seconds}');
      expect(text).toContain('{attempts}');
    }
});
