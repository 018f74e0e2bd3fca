import { withWords } from '../../../page-words.tsx';

export default withWords(
  'statement',
  'line-words',
  'list',
  'views',
  'transactions',
  'payments',
  'operations',
);
