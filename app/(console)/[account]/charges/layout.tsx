import { withWords } from '../../../page-words.tsx';

export default withWords(
  'payments',
  'operations',
  'list',
  'views',
  'transactions',
  'webhooks',
  'deliveries',
  'resends',
);
